/**
 * `npm run fuzz:api -- --count N --seed S`: random requests to every route, method of gRPC and the MCP proxy, with roles
 * drawn at random. Nothing may be allowed that the engine denies, no sensitive value may leave, no status may surprise.
 */
import { parseArgs } from 'node:util';
import { fuzzApi } from './fuzz.ts';

const SEED_RANGE = 2 ** 31;
/** Findings that are printed: many of them have one cause. */
const MOST_SHOWN = 20;

const { values } = parseArgs({
  options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
console.log(`seed ${seed}`);
let shown = 0;
const { counts, allowed, findings, replayed } = await fuzzApi({
  count: Number(values.count),
  seed,
  onFinding({ index, kind, problem, input }) {
    if (++shown <= MOST_SHOWN) console.log(`--- ${kind} ${index}: ${problem}\n${input}`);
  },
});
const { requests, values: tried, rpcs, mcp } = counts;
console.log(
  `requests ${requests}, values ${tried} (allowed ${allowed}), rpcs ${rpcs}, mcp ${mcp}, ` +
    `replayed ${replayed.count} (${replayed.refusals} refusals), findings ${findings}`,
);
process.exit(findings === 0 ? 0 : 1);
