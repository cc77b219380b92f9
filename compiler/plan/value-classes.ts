/**
 * The values of one parameter, cut into classes by the constants that they are compared with: within a class every
 * comparison gives the same result. Tests made of such comparisons are then ranges of classes.
 */
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { Literal } from '../values.ts';

/** First and last class, both included. */
type ClassRange = readonly [first: number, last: number];
/** Sorted, not empty, with gaps between them. */
export type ClassRanges = readonly ClassRange[];

export interface ValueClasses {
  /**
   * `named`: one class a constant, in their order, and the last for all other values. `ordered`: constants rise; the
   * class of the one at `i` is `2 * i + 1`, and those around it hold what lies between.
   */
  readonly kind: 'named' | 'ordered';
  readonly constants: readonly Literal[];
}

/** Types whose values comparisons with constants distinguish. */
export type ComparedType = 'STRING' | 'SYMBOL' | 'INTEGER' | 'FLOAT';

function classCount({ kind, constants }: ValueClasses): number {
  return kind === 'named' ? constants.length + 1 : 2 * constants.length + 1;
}

export interface ComparedVariable {
  readonly variable: string;
  readonly type: ComparedType;
}

type Call = Extract<TypedExpression, { kind: 'call' }>;

const CONNECTIVES: ReadonlySet<string> = new Set(['and', 'or', 'not']);
const EQUALITIES: ReadonlySet<string> = new Set(['eq', 'neq']);
const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '=', '<>']);

function isComparison({ name }: Call, type: ComparedType): boolean {
  return EQUALITIES.has(name) || (ORDERS.has(name) && (type === 'INTEGER' || type === 'FLOAT'));
}

/** The constants that a test compares the variable with; null: it does something else. */
export function comparedConstants(
  test: TypedExpression,
  compared: ComparedVariable,
): readonly Literal[] | null {
  if (test.kind !== 'call' || test.target.kind !== 'function') return null;
  if (CONNECTIVES.has(test.name)) {
    const found = test.args.map((arg) => comparedConstants(arg, compared));
    return found.includes(null) ? null : found.flatMap((constants) => constants ?? []);
  }
  if (!isComparison(test, compared.type)) return null;
  const [first, ...others] = test.args;
  if (first?.kind !== 'variable' || first.name !== compared.variable || others.length === 0) return null;
  // With more than one constant, an order test compares these with each other.
  if (ORDERS.has(test.name) && others.length > 1) return null;
  const constants = others.flatMap((arg) =>
    arg.kind === 'literal' && arg.value.type === compared.type ? [arg.value] : [],
  );
  // `eq` distinguishes -0.0 from 0.0, which are in one class.
  if (EQUALITIES.has(test.name) && compared.type === 'FLOAT' && constants.some(({ value }) => value === 0))
    return null;
  return constants.length === others.length ? constants : null;
}

/** The classes of values that constants distinguish. */
export function classesOf(constants: readonly Literal[], type: ComparedType): ValueClasses {
  const different = [...new Map(constants.map((constant) => [constant.value, constant])).values()];
  if (type === 'STRING' || type === 'SYMBOL') return { kind: 'named', constants: different };
  const sorted = different.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  return { kind: 'ordered', constants: sorted };
}

/**
 * Reads tests, of which all have to hold, as ranges of classes. INVARIANT: their constants are among those of the
 * classes.
 */
export function rangeReader(classes: ValueClasses): (tests: readonly TypedExpression[]) => ClassRanges {
  const last = classCount(classes) - 1;
  const places = new Map(
    classes.constants.map(({ value }, i) => [value, classes.kind === 'named' ? i : 2 * i + 1]),
  );
  const placeOf = (arg: TypedExpression): number =>
    (arg.kind === 'literal' ? places.get(arg.value.value) : undefined) ?? last;
  const all = (tests: readonly TypedExpression[]): ClassRanges =>
    complement(unite(tests.map((test) => complement(read(test), last))), last);
  const read = (test: TypedExpression): ClassRanges => {
    if (test.kind !== 'call') return [];
    switch (test.name) {
      case 'and':
        return all(test.args);
      case 'or':
        return unite(test.args.map(read));
      case 'not':
        return complement(unite(test.args.map(read)), last);
      default:
        return compare(test.name, test.args.slice(1).map(placeOf), last);
    }
  };
  return all;
}

/** `eq` needs all of the constants at once, `neq` none of them. */
function compare(name: string, places: readonly number[], last: number): ClassRanges {
  const [place = 0] = places;
  const range = (from: number, to: number): ClassRanges => (from > to ? [] : [[from, to]]);
  switch (name) {
    case '<':
      return range(0, place - 1);
    case '<=':
      return range(0, place);
    case '>':
      return range(place + 1, last);
    case '>=':
      return range(place, last);
    case 'neq':
    case '<>':
      return complement(unite(places.map((at) => range(at, at))), last);
    default:
      return places.every((at) => at === place) ? range(place, place) : [];
  }
}

function unite(sets: readonly ClassRanges[]): ClassRanges {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const united: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = united.at(-1);
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else united.push([from, to]);
  }
  return united;
}

function complement(ranges: ClassRanges, last: number): ClassRanges {
  const rest: ClassRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}
