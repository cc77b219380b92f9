/** Random expressions and functions of the language, typed loosely: most arguments fit, some do not. */
import fc from 'fast-check';
import type { Expression } from '../../compiler/expression/expression.ts';
import {
  ANY,
  BOOLEAN,
  FLOAT,
  INTEGER,
  MULTIFIELD,
  STRING,
  SYMBOL,
  type StaticType,
} from '../../compiler/expression/static-type.ts';
import { acceptedType, type FunctionRow } from '../../compiler/functions/row.ts';
import { FUNCTIONS } from '../../compiler/functions/table.ts';
import type { Literal } from '../../compiler/ruleset.ts';

const AT = { file: 'drawn', start: 0, end: 0 };

/** Variables that every drawn expression may use, with their types and values. */
export const VARIABLES: readonly {
  readonly name: string;
  readonly type: StaticType;
  readonly value: Literal;
}[] = [
  { name: 'i', type: INTEGER, value: { type: 'INTEGER', value: 3 } },
  { name: 'big', type: INTEGER, value: { type: 'INTEGER', value: 9007199254740993n } },
  { name: 'f', type: FLOAT, value: { type: 'FLOAT', value: 2.5 } },
  { name: 'whole', type: FLOAT, value: { type: 'FLOAT', value: 3 } },
  { name: 's', type: STRING, value: { type: 'STRING', value: 'abcab' } },
  { name: 'wide', type: STRING, value: { type: 'STRING', value: 'hé😀lo' } },
  { name: 'y', type: SYMBOL, value: { type: 'SYMBOL', value: 'abc' } },
  { name: 'no', type: SYMBOL, value: { type: 'SYMBOL', value: 'FALSE' } },
];

/** Functions that every drawn expression may call; their text is CLIPS and is parsed by both sides. */
export const HELPERS: readonly string[] = [
  '(deffunction same (?x) ?x)',
  '(deffunction factorial (?n) (if (<= ?n 1) then 1 else (* ?n (factorial (- ?n 1)))))',
  '(deffunction count (?first $?rest) (length$ ?rest))',
  '(deffunction shorter (?a ?b) (> (str-length (str-cat ?a)) (str-length (str-cat ?b))))',
  '(deffunction first-or (?list ?default) (if (> (length$ ?list) 0) then (nth$ 1 ?list) else ?default))',
];

const KINDS: readonly StaticType[] = [INTEGER, FLOAT, STRING, SYMBOL, BOOLEAN, MULTIFIELD];

const literal = (value: Literal): Expression => ({ kind: 'literal', value, at: AT });
const call = (name: string, args: readonly Expression[]): Expression => ({
  kind: 'call',
  name,
  nameAt: AT,
  args,
  at: AT,
});
const variable = (name: string): Expression => ({ kind: 'variable', name, multi: false, at: AT });

const INTEGERS: readonly (number | bigint)[] = [
  0,
  1,
  2,
  3,
  -1,
  -2,
  7,
  10,
  100,
  -1000,
  9007199254740991,
  -9007199254740993n,
  9223372036854775807n,
  -9223372036854775808n,
  4611686018427387904n,
  3037000500,
];
const FLOATS = [0, -0, 1, -1.5, 2.5, 0.1, -3.7, 1e10, 1e15, 123456.789, 1e300, 1e-7, 9007199254740992, 0.5];
const STRINGS = [
  '',
  'a',
  'b',
  'ab',
  'abcab',
  'B c',
  'q"\\z',
  'é',
  '😀x',
  'a b "c" 1.5 -2 ;x',
  '?x (1',
  '3',
  'x\ny',
  '\uff5e',
];
const SYMBOLS = ['a', 'b', 'abc', 'nil', 'x-y', 'Ab', 'é', '<=', '=', 'EOF', '12x'];

/** The same number of each, the first ones more often. */
function pick<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(fc.constantFrom(...values.slice(0, 5)), fc.constantFrom(...values));
}

function leaf(kind: StaticType, names: readonly Named[]): fc.Arbitrary<Expression> {
  const known = names.filter(({ type }) => type === kind || type === ANY).map(({ name }) => variable(name));
  const constant = constantOf(kind);
  return known.length === 0 ? constant : fc.oneof(constant, fc.constantFrom(...known));
}

function constantOf(kind: StaticType): fc.Arbitrary<Expression> {
  switch (kind) {
    case INTEGER:
      return pick(INTEGERS).map((value) => literal({ type: 'INTEGER', value }));
    case FLOAT:
      return pick(FLOATS).map((value) => literal({ type: 'FLOAT', value }));
    case STRING:
      return pick(STRINGS).map((value) => literal({ type: 'STRING', value }));
    case SYMBOL:
      return pick(SYMBOLS).map((value) => literal({ type: 'SYMBOL', value }));
    case BOOLEAN:
      return fc.boolean().map((value) => literal({ type: 'SYMBOL', value: value ? 'TRUE' : 'FALSE' }));
    default:
      return fc
        .array(fc.oneof(...KINDS.slice(0, 4).map((part) => constantOf(part))), { maxLength: 4 })
        .map((args) => call('create$', args));
  }
}

interface Named {
  readonly name: string;
  readonly type: StaticType;
}

/** What may stand at a place. */
interface Place {
  readonly rows: readonly FunctionRow[];
  readonly names: readonly Named[];
  /** Names of the variables that `bind` may set; empty outside functions. */
  readonly locals: readonly string[];
}

/** Functions that CLIPS 6.30 has not, or answers differently in cases that are drawn here. */
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
  const rows = [...FUNCTIONS.values()];
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
export function drawValue(kind: StaticType, depth: number, place: Place): fc.Arbitrary<Expression> {
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
function drawAny(types: StaticType, depth: number, place: Place): fc.Arbitrary<Expression> {
  const fitting = KINDS.filter((kind) => types & kind);
  const kind = fc.oneof(
    { weight: 100, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : KINDS)) },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  );
  return kind.chain((chosen) => drawValue(chosen, depth, place));
}

export function drawCall(
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
  choices.push(fc.tuple(below(MULTIFIELD), below(kind)).map((args) => call('first-or', args)));
  return fc.oneof(...choices);
}

function drawSort(below: (type: StaticType) => fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  const order = fc.constantFrom('>', '<', 'str-compare', 'shorter', 'eq', 'neq');
  const values = fc.array(below(INTEGER | FLOAT | MULTIFIELD), { maxLength: 5 });
  return fc
    .tuple(order, values)
    .map(([name, args]) => call('sort', [literal({ type: 'SYMBOL', value: name }), ...args]));
}

/** Forms whose value is used: no jump stands in them. */
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

/** A transcendental function over exact arguments. */
export function drawInexact(rows: readonly FunctionRow[]): fc.Arbitrary<Expression> {
  const place: Place = { rows, names: VARIABLES, locals: [] };
  return fc
    .constantFrom(...rows.filter((row) => row.group === 'transcendental'))
    .chain((row) => drawCall(row, (type) => drawAny(type, 1, place)));
}

const LOCALS = ['a', 'b', 'c'];

/** The body of a function over all variables, with variables, loops and jumps of its own. */
export function drawBody(rows: readonly FunctionRow[]): fc.Arbitrary<readonly Expression[]> {
  const actions = fc.array(drawAction(3, { return: true, break: false }, 0, rows), {
    minLength: 1,
    maxLength: 5,
  });
  const initial = LOCALS.map((name, i) => bind(name, literal({ type: 'INTEGER', value: i })));
  return fc
    .tuple(actions, fc.boolean())
    .map(([body, initialised]) => (initialised ? [...initial, ...body] : body));
}

function bind(name: string, ...values: readonly Expression[]): Expression {
  return { kind: 'bind', name, values, at: AT };
}

function drawAction(
  depth: number,
  jumps: { return: boolean; break: boolean },
  loops: number,
  rows: readonly FunctionRow[],
): fc.Arbitrary<Expression> {
  const names: Named[] = [...VARIABLES, ...LOCALS.map((name) => ({ name, type: ANY }))];
  for (let i = 0; i < loops; i++) names.push({ name: `n${i}`, type: INTEGER });
  const place: Place = { rows, names, locals: LOCALS };
  const value = drawAny(ANY, Math.min(depth, 2), place);
  const target = fc.constantFrom(...LOCALS, 'i', 's');
  const binding = fc
    .tuple(target, fc.array(value, { minLength: 1, maxLength: 2 }))
    .map(([name, values]) => bind(name, ...values));
  if (depth <= 0) return fc.oneof(value, binding);
  const inner = fc.array(drawAction(depth - 1, jumps, loops, rows), { minLength: 1, maxLength: 2 });
  const inLoop = fc.array(drawAction(depth - 1, { ...jumps, break: true }, loops + 1, rows), {
    minLength: 1,
    maxLength: 2,
  });
  const test = drawAny(BOOLEAN, 1, place);
  const counter = `n${loops}`;
  const choices: { weight: number; arbitrary: fc.Arbitrary<Expression> }[] = [
    { weight: 6, arbitrary: binding },
    { weight: 1, arbitrary: target.map((name) => bind(name)) },
    { weight: 3, arbitrary: value },
    {
      weight: 4,
      arbitrary: fc.tuple(test, inner, inner).map(([condition, then, otherwise]): Expression => {
        return { kind: 'if', test: condition, then, else: otherwise, at: AT };
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.integer({ min: -1, max: 3 }), inLoop).map(([to, body]): Expression => {
        const one = literal({ type: 'INTEGER', value: 0 });
        const end = literal({ type: 'INTEGER', value: to });
        return { kind: 'loop-for-count', variable: counter, from: one, to: end, body, at: AT };
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(drawAny(MULTIFIELD, 1, place), inLoop).map(([list, body]): Expression => {
        return { kind: 'foreach', form: 'progn$', variable: counter, list, body, at: AT };
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(test, inner).map(([condition, body]): Expression => {
        // Ends after one round at the latest: the loop can not be left any other way for sure.
        return { kind: 'while', test: condition, body: [...body, { kind: 'break', at: AT }], at: AT };
      }),
    },
  ];
  if (jumps.return)
    choices.push({
      weight: 1,
      arbitrary: value.map((answer) => ({ kind: 'return', value: answer, at: AT })),
    });
  if (jumps.break) choices.push({ weight: 1, arbitrary: fc.constant({ kind: 'break', at: AT }) });
  return fc.oneof(...choices);
}
