/** Random expressions of the language, typed loosely: most arguments fit, some do not. */
import fc from 'fast-check';
import type { Expression } from '../../compiler/language/expression/expression.ts';
import {
  ANY,
  BOOLEAN,
  FLOAT,
  INTEGER,
  MULTIFIELD,
  unionOf,
  type StaticType,
} from '../../compiler/language/static-type.ts';
import { acceptedType, type FunctionRow } from '../../compiler/language/functions/row.ts';
import { FUNCTIONS } from '../../compiler/language/functions/table.ts';
import type { Literal } from '../../compiler/values.ts';
import { AT, call, CONSTANT_HELPERS, KINDS, leaf, literal, VARIABLES, type Named } from './draw-leaf.ts';

/** Values that are allowed at a place. */
export interface Place {
  readonly rows: readonly FunctionRow[];
  readonly names: readonly Named[];
  /** Names of the variables that `bind` may set; empty outside functions. */
  readonly locals: readonly string[];
}

/** Functions that CLIPS 6.30 lacks, or computes differently in cases that are drawn here. */
const DIFFERENT_IN_630: ReadonlySet<string> = new Set([
  'delete-member$',
  'explode$',
  'length$',
  'max',
  'member$',
  'min',
  'replace-member$',
  'round',
  'str-index',
  'string-to-field',
]);

/** The functions to draw from. */
export function rowsOf(version: '6.30' | '6.4'): readonly FunctionRow[] {
  // CLIPS has no time zones.
  const rows = [...FUNCTIONS.values()].filter(({ name }) => !name.startsWith('value-zone-'));
  if (version === '6.4') return rows;
  // 6.30 takes a FLOAT for an INTEGER argument.
  return rows.filter(
    (row) => !row.since64 && !DIFFERENT_IN_630.has(row.name) && !row.accepts.includes(INTEGER),
  );
}

function rowsFor(kind: StaticType, { rows }: Place): readonly FunctionRow[] {
  return rows.filter((row) => row.group !== 'transcendental' && row.result(row.accepts) & kind);
}

/** An expression that mostly has the type given. */
function drawValue(kind: StaticType, depth: number, place: Place): fc.Arbitrary<Expression> {
  if (depth <= 0) return leaf(kind, place.names);
  const below = (type: StaticType): fc.Arbitrary<Expression> => drawAny(type, depth - 1, place);
  const calls = rowsFor(kind, place).map((row) => drawCall(row, below));
  return fc.oneof(
    { weight: 3, arbitrary: leaf(kind, place.names) },
    { weight: 12, arbitrary: fc.constantFrom(...calls).chain((drawn) => drawn) },
    { weight: 2, arbitrary: drawControl(kind, depth - 1, place) },
    { weight: 1, arbitrary: drawHelperCall(kind, below) },
  );
}

/** An expression of one of the types in a set, and now and then of another. */
export function drawAny(types: StaticType, depth: number, place: Place): fc.Arbitrary<Expression> {
  const fitting = KINDS.filter((kind) => types & kind);
  const kind = fc.oneof(
    { weight: 100, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : KINDS)) },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  );
  return kind.chain((chosen) => drawValue(chosen, depth, place));
}

function drawCall(
  row: FunctionRow,
  below: (type: StaticType) => fc.Arbitrary<Expression>,
): fc.Arbitrary<Expression> {
  // An index below 1 is an error that CLIPS 6.4 reports and then goes on from with a value that is none.
  const index = fc.integer({ min: 1, max: 4 }).map((value) => literal({ type: 'INTEGER', value }));
  const argument = (i: number) => (row.name === 'insert$' && i === 1 ? index : below(acceptedType(row, i)));
  return fc
    .integer({ min: row.min, max: Math.min(row.max, row.min + 2) })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => argument(i))))
    .map((args) => call(row.name, args));
}

function drawHelperCall(
  kind: StaticType,
  below: (type: StaticType) => fc.Arbitrary<Expression>,
): fc.Arbitrary<Expression> {
  const numbers = fc
    .integer({ min: -1, max: 25 })
    .map((n) => call('factorial', [literal({ type: 'INTEGER', value: n })]));
  const choices: fc.Arbitrary<Expression>[] = [below(kind).map((arg) => call('same', [arg]))];
  if (kind === INTEGER) {
    choices.push(
      numbers,
      fc.array(below(ANY), { minLength: 1, maxLength: 4 }).map((args) => call('count', args)),
    );
  }
  if (kind === MULTIFIELD) choices.push(drawSort(below));
  for (const { name, type } of CONSTANT_HELPERS) if (type === kind) choices.push(fc.constant(call(name, [])));
  choices.push(fc.tuple(below(MULTIFIELD), below(kind)).map((args) => call('first-or', args)));
  return fc.oneof(...choices);
}

function drawSort(below: (type: StaticType) => fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const order = fc.constantFrom('>', '<', 'str-compare', 'shorter', 'eq', 'neq');
  const values = fc.array(below(unionOf(INTEGER, FLOAT, MULTIFIELD)), { maxLength: 5 });
  return fc
    .tuple(order, values)
    .map(([name, args]) => call('sort', [literal({ type: 'SYMBOL', value: name }), ...args]));
}

/** Forms whose value is used: they contain no jump. */
function drawControl(kind: StaticType, depth: number, place: Place): fc.Arbitrary<Expression> {
  const value = drawAny(kind, depth, place);
  const test = drawAny(BOOLEAN, depth, place);
  const list = drawAny(MULTIFIELD, depth, place);
  const field: Place = {
    ...place,
    names: [...place.names, { name: 'x', type: ANY }, { name: 'x-index', type: INTEGER }],
  };
  const actions = fc.array(value, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc
      .tuple(test, actions, fc.array(value, { maxLength: 2 }))
      .map(([condition, then, otherwise]): Expression => {
        return { kind: 'if', test: condition, then, else: otherwise, at: AT };
      }),
    actions.map((body): Expression => ({ kind: 'progn', body, at: AT })),
    fc
      .tuple(list, fc.array(drawAny(kind, depth, field), { minLength: 1, maxLength: 2 }), fc.boolean())
      .map(([from, body, short]): Expression => {
        return {
          kind: 'foreach',
          form: short ? 'foreach' : 'progn$',
          variable: 'x',
          list: from,
          body,
          at: AT,
        };
      }),
    fc
      .tuple(
        drawAny(ANY, depth, place),
        fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
        value,
        fc.option(value),
      )
      .map(([subject, cases, body, otherwise]): Expression => {
        return {
          kind: 'switch',
          subject,
          cases: cases.map((n) => ({ value: literal(CASES[n] ?? CASES[0]!), body: [body] })),
          default: otherwise === null ? null : [otherwise],
          at: AT,
        };
      }),
  );
}

const CASES: readonly Literal[] = [
  { type: 'INTEGER', value: 1 },
  { type: 'INTEGER', value: 3 },
  { type: 'FLOAT', value: 3 },
  { type: 'STRING', value: 'abc' },
  { type: 'SYMBOL', value: 'abc' },
  { type: 'SYMBOL', value: 'TRUE' },
  { type: 'SYMBOL', value: 'FALSE' },
  { type: 'STRING', value: '' },
  { type: 'INTEGER', value: 0 },
  { type: 'FLOAT', value: 2.5 },
];

/** Expressions of conditions and slot values. */
export function drawExpression(rows: readonly FunctionRow[]): fc.Arbitrary<Expression> {
  return fc
    .tuple(fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 4 }))
    .chain(([kind, depth]) => drawValue(kind, depth, { rows, names: VARIABLES, locals: [] }));
}

const FAR: readonly fc.Arbitrary<Expression>[] = [
  fc.constant(call('largest', [])),
  fc
    .constantFrom<number | bigint>(100, 2n ** 53n, 2n ** 54n, 2n ** 62n)
    .map((value) => literal({ type: 'INTEGER', value })),
];

/** Tests if a sum exceeds a number, in the way of functions that must not exceed 64 bits. */
export function drawFarDifference(): fc.Arbitrary<Expression> {
  const number = fc.oneof(
    { weight: 3, arbitrary: leaf(INTEGER, VARIABLES) },
    { weight: 1, arbitrary: leaf(FLOAT, VARIABLES) },
  );
  return fc
    .tuple(fc.constantFrom('<', '<=', '>', '>='), number, fc.oneof(...FAR), number, fc.boolean())
    .map(([order, value, far, subtracted, mirrored]) => {
      const difference = call('-', [far, subtracted]);
      return call(order, mirrored ? [difference, value] : [value, difference]);
    });
}

/** A transcendental function over exact arguments. */
export function drawInexact(rows: readonly FunctionRow[]): fc.Arbitrary<Expression> {
  const place: Place = { rows, names: VARIABLES, locals: [] };
  return fc
    .constantFrom(...rows.filter((row) => row.group === 'transcendental'))
    .chain((row) => drawCall(row, (type) => drawAny(type, 1, place)));
}
