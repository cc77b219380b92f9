import { BIG_TEXTS } from './big-texts.ts';
import { BIG_LENGTH, tryBig } from './watch-big.ts';

interface BigRun {
  /** Only texts whose name has this in it. */
  readonly only: string;
  readonly length?: number;
}

/** Tries all large texts, one line each. Returns the number of failures. */
export async function tryAllBig({ only, length = BIG_LENGTH }: BigRun): Promise<number> {
  let failures = 0;
  const chosen = BIG_TEXTS.filter(({ name }) => name.includes(only));
  for (const { name } of chosen) {
    const { report, problem } = await tryBig(name, length);
    if (problem !== null) failures++;
    const figures =
      report === null
        ? ''
        : `${report.seconds.toFixed(1)} s, ${report.megabytes} MB, ${report.code ?? report.outcome}`;
    console.log(
      `${problem === null ? 'ok  ' : 'FAIL'} ${name}: ${[figures, problem].filter(Boolean).join(', ')}`,
    );
  }
  console.log(`${chosen.length} texts of ${length} characters, failures ${failures}`);
  return failures;
}
