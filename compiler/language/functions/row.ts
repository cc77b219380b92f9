import { NOTHING, type StaticType } from '../static-type.ts';

export type FunctionGroup =
  'predicate' | 'arithmetic' | 'conversion' | 'transcendental' | 'string' | 'multifield' | 'value';

/**
 * The signature of one function of the language. Argument counts and types are those of CLIPS 6.4 (the AddUDF rows of
 * its sources), results the types that CLIPS can return for arguments of the types given.
 */
export interface FunctionRow<Name extends string = string> {
  readonly name: Name;
  readonly group: FunctionGroup;
  readonly min: number;
  /** Infinity: no upper bound. */
  readonly max: number;
  /** Accepted types of the arguments in order; the last holds for all that follow. */
  readonly accepts: readonly StaticType[];
  /** Result type for argument types. INVARIANT: monotone, so that inference over recursive functions ends. */
  readonly result: (args: readonly StaticType[]) => StaticType;
  /** True if arguments of these accepted types can still raise an error other than an overflow. */
  readonly fails: boolean;
  /** Spellings that CLIPS has or had for the same function; the parser turns them into `name`. */
  readonly aliases?: readonly string[];
  /** The name in rulesets (default: `name`). A function of the ruleset takes it. */
  readonly written?: string;
  /** Not in CLIPS 6.30. */
  readonly since64?: true;
  /** Which arguments are evaluated only when they are needed. */
  readonly lazy?: true;
}

export const MANY = Infinity;

/** The accepted type of the argument at `index`. */
export function acceptedType(row: FunctionRow, index: number): StaticType {
  return row.accepts[Math.min(index, row.accepts.length - 1)] ?? NOTHING;
}

/** The row of a function of this group; unless said otherwise it raises no error with arguments that it accepts. */
export function rowsOf(group: FunctionGroup) {
  return <const Name extends string>(
    name: Name,
    [min, max]: readonly [min: number, max: number],
    accepts: readonly StaticType[],
    result: StaticType | FunctionRow['result'],
    more: Partial<Pick<FunctionRow, 'fails' | 'aliases' | 'since64' | 'lazy' | 'written'>> = {},
  ): FunctionRow<Name> => ({
    name,
    group,
    min,
    max,
    accepts,
    result: typeof result === 'function' ? result : () => result,
    fails: false,
    ...more,
  });
}
