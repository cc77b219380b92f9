// How long a process takes that does one thing and ends, beside `node -e 0`. Rounds of all alternate, so that a slow moment
// of the machine strikes all of them; the median of each is told.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, ratio } from './figures.mjs';

export function measureStarts(root, rounds) {
  const cli = join(root, 'dist', 'cli.js');
  const ruleset = join(root, 'rulesets', 'tool-call-gate');
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-bench-start-'));
  const warm = join(folder, 'warm');
  const cold = join(folder, 'cold');
  const evaluate = [cli, 'evaluate', ruleset];
  const runs = [
    { name: '`node -e 0`', args: ['-e', '0'], cache: warm, most: null },
    { name: '`--version`', args: [cli, '--version'], cache: warm, most: 1.3 },
    { name: '`evaluate`, nothing cached', args: evaluate, cache: cold, most: 4 },
    { name: '`evaluate`, compiled ruleset cached', args: evaluate, cache: warm, most: 1.6 },
    { name: '`validate`', args: [cli, 'validate', ruleset], cache: warm, most: null },
  ];
  const times = runs.map(() => []);
  try {
    // The first round fills the caches and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [i, { args, cache }] of runs.entries()) {
        rmSync(cold, { recursive: true, force: true });
        const time = milliseconds(args, cache);
        if (round > 0) times[i].push(time);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const bare = median(times[0]);
  return runs.map(({ name, most }, i) => {
    const time = median(times[i]);
    return [name, `${time.toFixed(0)} ms`, ratio(time / bare, 'of `node -e 0`', most)];
  });
}

function milliseconds(args, cache) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}
