// Whether reloads leave anything behind: memory after the first 500 and at the end, of the library in this process
// (heap after collection) and of the service (resident size of its process, all threads together).
// V8 keeps compiled code until memory is short, so the heaps are kept small: what grows on then is really held.
//
//   node --max-old-space-size=64 bench/http/reload-leak.mjs [RELOADS]
import { execFileSync } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Engine } from '../../dist/library.js';
import { version } from './ruleset.mjs';
import { startService } from './start-service.mjs';

const reloads = Number(process.argv[2] ?? 10_000);
const WARM = Math.min(500, Math.ceil(reloads / 2));
const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const tenths = (megabytes) => Math.round(megabytes * 10) / 10;

const heapOfThis = () => {
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap_mb: tenths(heapUsed / MEGABYTE), rss_mb: tenths(rss / MEGABYTE) };
};

const residentOf = (pid) => ({
  rss_mb: tenths(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024),
});

async function measure(name, reload, memory) {
  const figures = { name, reloads };
  const started = performance.now();
  for (let i = 1; i <= reloads; i++) {
    await reload(version(`version-${i}`));
    if (i === WARM) figures[`after_${WARM}`] = memory();
  }
  figures.at_the_end = memory();
  figures.ms_per_reload = Math.round((performance.now() - started) / reloads);
  console.log(JSON.stringify(figures));
}

const engine = await Engine.fromSources([{ path: 'ruleset.yaml', text: version('version-0') }]);
await measure('library', (yaml) => engine.reloadRules({ yaml }), heapOfThis);

const service = await startService(version('version-0'), {
  SERVICE_WORKER_MEMORY_MB: '64',
  NODE_OPTIONS: '--max-old-space-size=64',
});
await measure(
  'service',
  async (yaml) => {
    const response = await service.post('/v1/rules/reload', JSON.stringify({ ruleset_yaml: yaml }));
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  },
  () => residentOf(service.pid),
);
await service.stop();
