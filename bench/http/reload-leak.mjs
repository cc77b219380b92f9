// Memory leaks of reloads: memory after the first 500 and at the end, of the library in this process
// (after collection) and of the service (resident size of its process, all threads together), with settings and heaps
// as they are by default.
//
//   node bench/http/reload-leak.mjs [RELOADS]
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '../../dist/library.js';
import { version } from './ruleset.mjs';
import { startService } from './start-service.mjs';

const reloads = Number(process.argv[2] ?? 10_000);
const WARM = Math.min(500, Math.ceil(reloads / 2));
const MEGABYTE = 1024 * 1024;
const COLLECTIONS = 4;
/** V8 gives the pages that it found empty back some time after a collection. */
const SETTLE_MS = 500;
/** The size of a service goes up and down between collections: it is read as often, over some reloads more. */
const READINGS = 21;
const RELOADS_A_READING = 5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const tenths = (megabytes) => Math.round(megabytes * 10) / 10;
const hundredths = (megabytes) => Math.round(megabytes * 100) / 100;
const change = (before, after) => `${((after / before - 1) * 100).toFixed(1)} %`;

async function sizeOfThis() {
  for (let i = 0; i < COLLECTIONS; i++) {
    collect();
    await sleep(SETTLE_MS);
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap_mb: hundredths(heapUsed / MEGABYTE), rss_mb: tenths(rss / MEGABYTE) };
}

async function sizeOf(pid, reload) {
  const readings = [];
  for (let i = 0; i < READINGS; i++) {
    for (let j = 0; j < RELOADS_A_READING; j++) await reload(version(`reading-${i}-${j}`));
    readings.push(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);
  }
  return { rss_mb: tenths(readings.sort((a, b) => a - b)[READINGS >> 1]) };
}

async function measure(name, reload, memory) {
  const started = performance.now();
  let warm = null;
  for (let i = 1; i <= reloads; i++) {
    await reload(version(`version-${i}`));
    if (i === WARM) warm = await memory(reload);
  }
  const end = await memory(reload);
  const changes = Object.keys(end).map((key) => [key.replace('_mb', ''), change(warm[key], end[key])]);
  const ms = Math.round((performance.now() - started) / reloads);
  const figures = {
    name,
    reloads,
    [`after_${WARM}`]: warm,
    at_the_end: end,
    change: Object.fromEntries(changes),
  };
  console.log(JSON.stringify({ ...figures, ms_per_reload: ms }));
}

const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text: version('version-0') }]);
await measure('library', (yaml) => engine.reloadRules({ yaml }), sizeOfThis);

const service = await startService(version('version-0'));
await measure(
  'service',
  async (yaml) => {
    const response = await service.post('/v1/rules/reload', JSON.stringify({ ruleset_yaml: yaml }));
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  },
  (reload) => sizeOf(service.pid, reload),
);
await service.stop();
