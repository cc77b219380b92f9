// How soon a service decides by the shipped gate as fast as it gets, where it is mounted, or is loaded when the first
// request asks for it, as `npm start` does: the requests of all cases one after the other, each by its `duration_us`.
// Prints what ../probes/warm-up-child.ts prints.
//
//   node bench/http/warm-up.mjs mounted|asked
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../doors/median.mjs';
import { startService } from './start-service.mjs';

const GATE = fileURLToPath(new URL('../../rulesets/tool-call-gate', import.meta.url));
const BLOCKS = 400;
const BLOCKS_JUDGED = 10;
/** The last blocks, which give the final time. */
const FINAL_BLOCKS = 100;
/** Only hosts bring it, and they bring it in another way. */
const OF_HOST = 'approval';

const cases = JSON.parse(await readFile(`${GATE}/cases.json`, 'utf8'));
const bodies = cases
  .filter(({ facts }) => facts.every(({ template }) => template !== OF_HOST))
  .map(({ facts }) => JSON.stringify({ ruleset: 'tool-call-gate', facts }));
const serving = process.argv[2] === 'mounted' ? ['--ruleset', GATE] : [];
const service = await startService(null, { SERVICE_WORKERS: '1', SERVICE_DATA_DIR: ':memory:' }, { serving });

async function decide(body) {
  const response = await service.post('/v1/evaluate', body);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()).duration_us;
}

/** Microseconds of an evaluation, the mean. */
async function block() {
  let sum = 0;
  for (const body of bodies) sum += await decide(body);
  return sum / bodies.length;
}

try {
  const firstMs = (await decide(bodies[0])) / 1e3;
  const blocks = [];
  while (blocks.length < BLOCKS) blocks.push(await block());
  const final = median(blocks.slice(-FINAL_BLOCKS));
  const warm = blocks.findIndex((_, i) => median(blocks.slice(i, i + BLOCKS_JUDGED)) <= 2 * final);
  const evaluations = warm < 0 ? null : 1 + warm * bodies.length;
  const figures = { firstMs, finalNs: final * 1e3, evaluations };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  await service.stop();
}
