// `npm run bench:start`: how long a process takes that does one thing and ends, beside `node -e 0`. Rounds of all alternate, so
// that a slow moment of the machine strikes all of them; the median of each is told.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist', 'cli.js');
const ruleset = join(root, 'rulesets', 'tool-call-gate');
const rounds = Number(process.argv[2] ?? 15);
const cache = mkdtempSync(join(tmpdir(), 'ferrule-bench-start-'));

const RUNS = {
  'node -e 0': ['-e', '0'],
  '--version': [cli, '--version'],
  'evaluate, compiled ruleset in the cache': [cli, 'evaluate', ruleset],
  'evaluate --no-cache': [cli, 'evaluate', '--no-cache', ruleset],
  validate: [cli, 'validate', ruleset],
};

function milliseconds(args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const times = Object.fromEntries(Object.keys(RUNS).map((name) => [name, []]));
try {
  // The first round fills the caches and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, args] of Object.entries(RUNS)) {
      const time = milliseconds(args);
      if (round > 0) times[name].push(time);
    }
  }
} finally {
  rmSync(cache, { recursive: true });
}

const bare = median(times['node -e 0']);
console.log('| | Median | Times `node -e 0` |\n|---|---|---|');
for (const [name, values] of Object.entries(times)) {
  console.log(`| \`${name}\` | ${median(values).toFixed(0)} ms | ${(median(values) / bare).toFixed(1)} |`);
}
const compiler = readFileSync(join(root, 'dist', 'compiler.js'));
console.log(`\nferrule/compiler: ${compiler.length} bytes, ${gzipSync(compiler, { level: 9 }).length} gzip`);
