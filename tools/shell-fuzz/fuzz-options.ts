/** The command line of the fuzz of command lines. */
import { parseArgs } from 'node:util';
import { SEED_RANGE } from '../judge-fuzz/fuzz-options.ts';

/** Text of `--help`. */
export const USAGE = `Usage: npm run fuzz:shell -- [options]
  --count N      command lines to draw and run in dash and bash (2000)
  --seed S       seed of the lines (the clock)
  --corpus FILE  JSON list of { command }, which are changed at random (test/shell/real-commands.json)
  --unknown N    print as many lines that are unknown and that both shells accept (0)
`;

export interface ShellFuzzOptions {
  readonly count: number;
  readonly seed: number;
  readonly corpus: string;
  /** The number of needlessly unknown lines to print. */
  readonly unknown: number;
}

/** Text to print instead of running. */
interface FuzzMessage {
  readonly text: string;
  readonly isError: boolean;
}

const refuse = (problem: string): FuzzMessage => ({ text: `${problem}\n\n${USAGE}`, isError: true });

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Date.now() % SEED_RANGE) },
      corpus: { type: 'string', default: 'test/shell/real-commands.json' },
      unknown: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

/** Reads the command line; returns a message if it is invalid. */
export function readShellFuzzOptions(args: readonly string[]): ShellFuzzOptions | FuzzMessage {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { text: USAGE, isError: false };
  const numbers = { count: 0, seed: 0, unknown: 0 };
  for (const name of ['count', 'seed', 'unknown'] as const) {
    const number = Number(values[name]);
    if (values[name] === '' || !Number.isSafeInteger(number) || number < 0 || number >= SEED_RANGE)
      return refuse(`--${name} takes a whole number below ${SEED_RANGE}`);
    numbers[name] = number;
  }
  if (numbers.count === 0) return refuse('--count takes a whole number above 0');
  return { ...numbers, corpus: values.corpus };
}
