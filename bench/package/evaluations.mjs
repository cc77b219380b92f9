// The first, tenth, hundredth and thousandth evaluation of a ruleset that a process has just loaded. Each process reports one
// of them per run; the median of the processes is printed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, microseconds } from './figures.mjs';

const NUMBERS = [1, 10, 100, 1000];

export function measureEvaluations(root, rounds) {
  const program = `
    import { Engine } from ${JSON.stringify(pathToFileURL(join(root, 'dist', 'library.js')).href)};
    const engine = await Engine.fromRules(${JSON.stringify(join(root, 'rulesets', 'tool-call-gate'))});
    const facts = ${JSON.stringify(factsOf(root))};
    const times = [];
    for (let i = 1; i <= 1000; i++) {
      const start = process.hrtime.bigint();
      engine.evaluate({ scoped: true, facts });
      times.push(Number(process.hrtime.bigint() - start) / 1000);
    }
    console.log(JSON.stringify(${JSON.stringify(NUMBERS)}.map((n) => times[n - 1])));
  `;
  const runs = Array.from({ length: rounds }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })),
  );
  return NUMBERS.map((n, i) => [
    `evaluation ${n} after load`,
    microseconds(median(runs.map((run) => run[i]))),
    '',
  ]);
}

/** The facts of the first case that has some. */
function factsOf(root) {
  const cases = JSON.parse(readFileSync(join(root, 'rulesets', 'tool-call-gate', 'cases.json'), 'utf8'));
  const all = Array.isArray(cases) ? cases : cases.cases;
  return all.find(({ facts }) => facts?.length > 3).facts;
}
