import { describe, expect, test } from 'vitest';
import { emitCondition, emitExpression } from '../../../compiler/emit/typescript/expression/expression.ts';
import { convert } from '../../../compiler/emit/typescript/expression/expression-convert.ts';
import {
  ANY,
  BOOLEAN,
  FLOAT,
  INTEGER,
  MULTIFIELD,
  STRING,
  SYMBOL,
  type Representation,
  type StaticType,
} from '../../../compiler/language/static-type.ts';
import type { TypedCode } from '../../../compiler/emit/typescript/expression/typed-code.ts';
import { identifier } from '../../../compiler/emit/typescript/code/code.ts';
import { checkText } from './checked.ts';
import { createTestScope } from '../../../tools/expression-fuzz/test-scope.ts';

const TYPES = {
  n: INTEGER,
  m: INTEGER,
  f: FLOAT,
  s: STRING,
  y: SYMBOL,
  b: BOOLEAN,
  list: MULTIFIELD,
  any: ANY,
};

/** Variables are identifiers of the same name. */
const variables = new Map(
  Object.entries(TYPES).map(([name, type]): [string, TypedCode] => [
    name,
    { code: identifier(name), type, canFail: false },
  ]),
);

function emitted(text: string, emit: typeof emitExpression | typeof emitCondition): string {
  const { expression, diagnostics, signatures } = checkText(text, { variables: TYPES });
  expect(diagnostics).toEqual([]);
  if (expression === null) return '';
  const scope = createTestScope({ variables, signatures });
  const result = emit(scope.typed(expression), scope);
  return 'code' in result ? result.code.text : result.text;
}

describe('known types become plain operators', () => {
  test.each<readonly [text: string, code: string]>([
    ['(+ ?n 1)', 'integerAdd(n, 1)'],
    ['(+ ?f 1.5)', '(0 + f + 1.5)'],
    ['(* ?f ?n)', '(f * Number(n))'],
    ['(- ?n ?m 0.5)', '(Number(integerSubtract(n, m)) - 0.5)'],
    ['(/ ?n 2)', 'floatDivide(Number(n), 2)'],
    ['(abs ?n)', 'integerAbsolute(n)'],
    ['(max ?n ?m)', 'integerMaximum(n, m)'],
    ['(str-cat ?s " " ?n)', 'boundedText(s + " " + String(n))'],
    ['(sqrt ?f)', 'squareRoot(f)'],
    ['(sin ?f)', 'Math.sin(f)'],
    ['(upcase ?y)', 'upperCase(y)'],
    ['(length$ ?list)', 'list.length'],
    ['(create$ 1 ?s)', '[1, s]'],
    ['(create$ ?list 1)', '[...list, 1]'],
    ['(if ?b then ?n else 0)', '(b ? n : 0)'],
  ])('%s', (text, code) => {
    expect(emitted(text, emitExpression)).toBe(code);
  });
});

describe('conditions', () => {
  test.each<readonly [text: string, code: string]>([
    ['?b', 'b'],
    ['?y', 'y !== "FALSE"'],
    ['?n', 'true'],
    ['?any', 'truthy(any)'],
    ['(> ?n 10)', 'n > 10'],
    ['(< ?f 10)', '!(f >= 10)'],
    ['(<= ?n 2.5)', '!(Number(n) > 2.5)'],
    ['(= ?n ?m)', 'n === m'],
    ['(< 0 ?n 9)', '(0 < n && n < 9)'],
    ['(eq ?y open)', 'y === "open"'],
    ['(eq ?y ?s)', 'false'],
    ['(neq ?n 1.0)', '!(false)'],
    ['(eq 1 2)', 'false'],
    ['(eq ?f ?f)', 'Object.is(f, f)'],
    ['(eq ?any 3)', 'any === 3'],
    ['(eq ?any open)', 'isSymbol(any, "open")'],
    ['(eq ?any FALSE)', '!truthy(any)'],
    ['(eq ?b TRUE)', 'b'],
    ['(eq ?b FALSE)', '!(b)'],
    ['(or (eq ?y a) (eq ?y b) (eq ?y c))', '(y === "a" || y === "b" || y === "c")'],
    ['(and (> ?n 1) (not ?b))', '(n > 1 && !(b))'],
    ['(integerp ?n)', 'true'],
    ['(stringp ?n)', 'false'],
    ['(symbolp ?any)', 'isSymbolValue(any)'],
    ['(neq (str-index "x" ?s) FALSE)', 's.includes("x")'],
    ['(eq FALSE (str-index "x" ?s))', '!s.includes("x")'],
    ['(eq (str-index "x" ?s) 1)', 's.startsWith("x")'],
    ['(neq 1 (str-index "x" ?s))', '!s.startsWith("x")'],
    ['(eq 1.0 (str-index "x" ?s))', 'false'],
    ['(eq (sub-string (- (str-length ?s) 1) (str-length ?s) ?s) "xy")', 's.endsWith("xy")'],
    ['(neq "/" (sub-string (- (str-length ?y) 0) (str-length ?y) ?y))', '!y.endsWith("/")'],
    [
      '(eq (sub-string (- (str-length ?s) 1) (str-length ?s) ?s) "x")',
      'subString(integerSubtract(stringLength(s), 1), stringLength(s), s) === "x"',
    ],
    [
      '(> ?n (- 9223372036854775807 ?m))',
      '(!isFarBelow(n, m) && n > integerSubtract(9223372036854775807n, m))',
    ],
    [
      '(<= ?any (- 9223372036854775807 ?m))',
      '(isFarBelow(any, m) || !numberGreater(numberOf(any, "\\u003c=", 1), integerSubtract(9223372036854775807n, m)))',
    ],
    ['(> ?n (- 9007199254740993 ?m))', 'n > integerSubtract(9007199254740993n, m)'],
    ['(> (- 9223372036854775807 ?m) ?n)', 'integerSubtract(9223372036854775807n, m) > n'],
    ['(< ?f (- 9223372036854775807 ?m))', '!(f >= Number(integerSubtract(9223372036854775807n, m)))'],
    ['(> ?any 1)', '!numberAtMost(numberOf(any, "\\u003e", 1), 1)'],
    ['(service-matches "a|b" ?s)', 'regexTest(k0, s)'],
  ])('%s', (text, code) => {
    expect(emitted(text, emitCondition)).toBe(code);
  });
});

describe('convert', () => {
  const scope = createTestScope();
  const x = (type: StaticType): TypedCode => ({ code: identifier('x'), type, canFail: false });
  test.each<readonly [type: StaticType, to: Representation, code: string]>([
    [INTEGER, 'integer', 'x'],
    [INTEGER, 'float', 'Number(x)'],
    [INTEGER, 'value', 'x'],
    [FLOAT, 'value', 'new FloatValue(x)'],
    [SYMBOL, 'value', 'new SymbolValue(x)'],
    [BOOLEAN, 'value', '(x ? TRUE : FALSE)'],
    [BOOLEAN, 'symbol', '(x ? "TRUE" : "FALSE")'],
    [ANY, 'integer', 'integerOf(x, "assert", 1)'],
    [ANY, 'float', 'strictFloatOf(x, "assert", 1)'],
    [ANY, 'string', 'stringOf(x, "assert", 1)'],
    [ANY, 'symbol', 'symbolOf(x, "assert", 1)'],
    [ANY, 'boolean', 'truthy(x)'],
    [ANY, 'multifield', 'multifieldOf(x, "assert", 1)'],
    [ANY, 'fact', 'factOf(x, "assert", 1)'],
  ])('%i to %s', (type, to, code) => {
    expect(convert(x(type), to, scope).text).toBe(code);
  });
});

describe('functions', () => {
  const functions = [
    '(deffunction rank (?level) (switch ?level (case low then 0) (case "low" then 0) (case high then 1)))',
    '(deffunction twice (?x) (* 2 ?x))',
    '(deffunction maybe (?x) (if ?x then (bind ?y 1)) ?y)',
    '(deffunction never-called () 1)',
  ];

  function generated(text: string): readonly string[] {
    const { expression, signatures, definitions } = checkText(text, { variables: TYPES, functions });
    const scope = createTestScope({ variables, signatures }, definitions);
    if (expression !== null) emitExpression(scope.typed(expression), scope);
    return scope.emitFunctions().map((piece) => piece.text.replace(/\s+/g, ' '));
  }

  test('are made for the types of their arguments', () => {
    expect(generated('(rank ?y)')).toEqual([
      'function f0(m: TestMatcher, level_0: string): Value { ' +
        'if (level_0 === "low") { return 0; } if (level_0 === "high") { return 1; } return FALSE; }',
    ]);
    expect(generated('(twice ?n)')).toEqual([
      'function f0(m: TestMatcher, x_0: Integer): Integer { return integerMultiply(2, x_0); }',
    ]);
  });

  test('take any value where the types of arguments are not known', () => {
    expect(generated('(twice ?any)')).toEqual([
      'function f0(m: TestMatcher, x_0: Value): Value { return numberMultiply(2, numberOf(x_0, "*", 2)); }',
    ]);
  });

  test('have a bounded number of versions', () => {
    const all = '(create$ (maybe ?n) (maybe ?f) (maybe ?s) (maybe ?y) (maybe ?list) (maybe ?any))';
    expect(generated(all)).toHaveLength(5);
  });

  test('check a variable that may have no value, and only such a one', () => {
    expect(generated('(maybe ?n)')).toEqual([
      'function f0(m: TestMatcher, x_0: Integer): Integer { ' +
        'let y_1: Integer | undefined; if (true) { y_1 = 1; } return bound(y_1, "y"); }',
    ]);
  });
});
