/** `npm run fuzz:shell -- --count N --seed S`: command lines that dash and bash run, against what is read of them. */
import { readFile } from 'node:fs/promises';
import { seededDice } from '../api-fuzz/seeded-dice.ts';
import { fuzzShell } from './fuzz.ts';
import { readShellFuzzOptions, type ShellFuzzOptions } from './fuzz-options.ts';

const USAGE_ERROR = 2;
/** Differences that are printed: many of them have one cause. */
const SHOWN = 20;

async function run({ count, seed, corpus, unknown }: ShellFuzzOptions): Promise<void> {
  console.log(`seed ${seed}`);
  let [shown, shownUnknown] = [0, 0];
  const figures = await fuzzShell({
    count,
    diceOf: (index) => seededDice(seed, index),
    corpus: (JSON.parse(await readFile(corpus, 'utf8')) as readonly { command: string }[]).map(
      ({ command }) => command,
    ),
    onDifference(line, differences) {
      if (shown++ < SHOWN) console.log(`${JSON.stringify(line)}\n    ${differences.join('\n    ')}`);
    },
    onNeedless(line) {
      if (shownUnknown++ < unknown) console.log(`unknown ${JSON.stringify(line)}`);
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
}

const options = readShellFuzzOptions(process.argv.slice(2));
if ('text' in options) {
  (options.isError ? console.error : console.log)(options.text.trimEnd());
  process.exitCode = options.isError ? USAGE_ERROR : 0;
} else await run(options);
