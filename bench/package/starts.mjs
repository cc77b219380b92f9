// How long a process takes that does one thing and ends, beside `node -e 0`. Rounds of all alternate, so that a slow moment
// of the machine strikes all of them; the median of each is printed.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, ratio } from './figures.mjs';

const WARMING = 3;

export function measureStarts(root, rounds) {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const cli = join(root, bin.ferrule);
  const ruleset = join(root, 'rulesets', 'tool-call-gate');
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-bench-start-'));
  const warm = join(folder, 'warm');
  const cold = join(folder, 'cold');
  const evaluate = [cli, 'evaluate', ruleset];
  // The same ruleset, but each time it is another one: it has to be compiled, by a program that has been run before.
  const changing = join(folder, 'tool-call-gate');
  cpSync(ruleset, changing, { recursive: true });
  const runs = [
    { name: '`node -e 0`', args: ['-e', '0'], cache: warm, most: null },
    { name: '`--version`', args: [cli, '--version'], cache: warm, most: 1.3 },
    { name: '`evaluate`, nothing cached', args: evaluate, cache: cold, most: 4 },
    {
      name: '`evaluate`, code of the program cached',
      args: [cli, 'evaluate', changing],
      cache: warm,
      most: 3.3,
    },
    { name: '`evaluate`, compiled ruleset cached', args: evaluate, cache: warm, most: 1.6 },
    { name: '`validate`', args: [cli, 'validate', ruleset], cache: warm, most: null },
  ];
  const times = runs.map(() => []);
  try {
    // The first rounds fill the caches and are not counted: code is kept from the second start on.
    for (let round = 1 - WARMING; round <= rounds; round++) {
      for (const [i, { args, cache }] of runs.entries()) {
        rmSync(cold, { recursive: true, force: true });
        appendFileSync(join(changing, 'modules', 'gate.yaml'), '# once more\n');
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
