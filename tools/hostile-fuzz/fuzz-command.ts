/**
 * `npm run fuzz:hostile -- --count N --seed S`: wounded rulesets, files and requests; nothing may break. With `--big`,
 * texts of a megabyte instead, each of which attacks one part of the compiler; `--only NAME` tries some of them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startService } from '../../server/service.ts';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { tryAllBig } from './big/big-command.ts';
import { watchAttack, type Failure } from './watch.ts';

const SEED_RANGE = 2 ** 31;
const TOKEN = 'hostile-fuzz-hostile-fuzz-hostile';
const LIMIT_MS = 10_000;
/** Number of failures that are printed and saved; more of them usually share one cause. */
const MOST_SHOWN = 20;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    out: { type: 'string', default: 'hostile-failures' },
    big: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
if (values.big) process.exit((await tryAllBig({ only: values.only })) === 0 ? 0 : 1);
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);

const read = readConfiguration({
  SERVICE_PORT: '0',
  SERVICE_WORKERS: '2',
  SERVICE_DATA_DIR: ':memory:',
  SERVICE_API_TOKEN: TOKEN,
  SERVICE_REQUEST_TIMEOUT_MS: '2000',
});
if (!read.ok) throw new Error(read.problems.join('\n'));
const service = await startService(read.configuration, TOKEN, pino({ level: 'silent' }));
console.log(`seed ${seed}`);

const saved: Promise<void>[] = [];
let shown = 0;
async function save({ index, problem, input }: Failure): Promise<void> {
  await mkdir(values.out, { recursive: true });
  await writeFile(join(values.out, `${seed}-${index}.${input.kind}.txt`), input.text);
  console.log(`--- input ${index} (${input.kind}): ${problem}\n${input.text.slice(0, 2_000)}`);
}
const tally = await watchAttack({
  count: Number(values.count),
  seed,
  service: { url: service.url, token: TOKEN },
  limitMs: LIMIT_MS,
  onFailure: (failure) => {
    if (++shown <= MOST_SHOWN) saved.push(save(failure));
  },
});
await Promise.all(saved);
await service.close();
console.log(`loaded ${tally.loaded}, refused ${tally.refused}, failures ${tally.failures}`);
process.exitCode = tally.failures === 0 ? 0 : 1;
