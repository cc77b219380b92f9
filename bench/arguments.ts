import { parseArgs } from 'node:util';
import { FULL, QUICK, type Effort } from './measure/measure-case.ts';

export interface BenchArguments {
  /** Null means everything. */
  readonly only: readonly string[] | null;
  readonly effort: Effort;
  /** The `dist/` of another build of ferrule, to be measured in turn with the `dist/` of this checkout. */
  readonly against: string | null;
}

/** For two builds, the best of many short batches in many processes counts: see `mergeStarts`. */
const AGAINST: Partial<Effort> = { batches: 40, batchMs: 5, warmUpMs: 1000, starts: 12 };
const AGAINST_QUICK: Partial<Effort> = { ...AGAINST, starts: 6 };

const USAGE = 'npm run bench -- [--only W1,W3] [--quick] [--processor-time] [--against DIST]';

/** Reads the command line; a string says what is wrong with it. `known` are the ids that `--only` takes. */
export function readArguments(words: readonly string[], known: readonly string[]): BenchArguments | string {
  const options = {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'processor-time': { type: 'boolean', default: false },
    against: { type: 'string' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...words], options });
    const only = values.only?.split(',').map((id) => id.trim().toUpperCase()) ?? null;
    const unknown = only?.find((id) => !known.includes(id));
    if (unknown !== undefined) return `nothing is called ${unknown}; there are ${known.join(', ')}`;
    return {
      only,
      against: values.against ?? null,
      effort: {
        ...(values.quick ? QUICK : FULL),
        ...(values.against === undefined ? {} : values.quick ? AGAINST_QUICK : AGAINST),
        processorTime: values['processor-time'],
      },
    };
  } catch (error) {
    return `${(error as Error).message}\n${USAGE}`;
  }
}
