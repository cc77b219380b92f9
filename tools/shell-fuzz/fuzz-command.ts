/** `npm run fuzz:shell -- --count N --seed S`: command lines that dash and bash run, against what is read of them. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { seededDice } from '../api-fuzz/seeded-dice.ts';
import { fuzzShell } from './fuzz.ts';

const SEED_RANGE = 2 ** 31;
const SHOWN = 20;
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    corpus: { type: 'string', default: 'test/shell/real-commands.json' },
  },
});
const seed = Number(values.seed ?? Date.now() % SEED_RANGE);
console.log(`seed ${seed}`);
let shown = 0;
const figures = await fuzzShell({
  count: Number(values.count),
  diceOf: (index) => seededDice(seed, index),
  corpus: (JSON.parse(await readFile(values.corpus, 'utf8')) as readonly { command: string }[]).map(
    ({ command }) => command,
  ),
  onDifference(line, differences) {
    if (shown++ < SHOWN) console.log(`${JSON.stringify(line)}\n    ${differences.join('\n    ')}`);
  },
});
console.log(
  `lines ${figures.lines}, programs started ${figures.starts}, commands read ${figures.commands}, ` +
    `lines with an unknown program ${figures.open}, not ended ${figures.late}`,
);
console.log(
  `unknown ${figures.unknown}, of them accepted by both shells ${figures.needless}; differing ${figures.differing}`,
);
process.exitCode = figures.differing === 0 ? 0 : 1;
