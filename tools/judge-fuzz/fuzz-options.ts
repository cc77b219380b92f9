import { parseArgs } from 'node:util';
import { FEATURES, type Feature } from '../judge/features.ts';

/** Text of `--help`. */
export const USAGE = `Usage: npm run fuzz -- [options]
  --programs N      programs to draw (1000)
  --seed S          seed of the first batch (the clock)
  --features a,b    features to draw: ${FEATURES.join(', ')} (all that this CLIPS judges)
  --save NAME       write the first failing program, made small, to test/judge/samples/NAME
  --keep-going      count all mismatches instead of ending at the first
CLIPS is the binary named by FERRULE_CLIPS, else clips on the PATH.
`;

/** Seeds are below this. */
export const SEED_RANGE = 2 ** 31;

export interface FuzzOptions {
  readonly programs: number;
  readonly seed: number;
  readonly features: readonly Feature[];
  /** Name of the sample to write, or null. */
  readonly save: string | null;
  readonly keepGoing: boolean;
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
      programs: { type: 'string', default: '1000' },
      seed: { type: 'string', default: String(Date.now() % SEED_RANGE) },
      features: { type: 'string', default: FEATURES.join(',') },
      save: { type: 'string' },
      'keep-going': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

/** Reads the command line; returns a message if it is invalid. */
export function readFuzzOptions(args: readonly string[]): FuzzOptions | FuzzMessage {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { text: USAGE, isError: false };
  const names = values.features.split(',').filter(Boolean);
  const unknown = names.filter((name) => !FEATURES.some((feature) => feature === name));
  if (unknown.length > 0) return refuse(`unknown features: ${unknown.join(', ')}`);
  const [programs, seed] = [Number(values.programs), Number(values.seed)];
  if (!Number.isSafeInteger(programs) || programs < 1)
    return refuse('--programs takes a whole number above 0');
  if (!Number.isSafeInteger(seed) || seed < 0 || seed >= SEED_RANGE)
    return refuse(`--seed takes a whole number below ${SEED_RANGE}`);
  if (values.save !== undefined && !/^[a-z0-9-]+$/.test(values.save))
    return refuse('--save takes a name of a-z, 0-9 and -');
  return {
    programs,
    seed,
    features: FEATURES.filter((feature) => names.includes(feature)),
    save: values.save ?? null,
    keepGoing: values['keep-going'],
  };
}
