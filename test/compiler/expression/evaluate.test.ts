import { beforeAll, describe, expect, test } from 'vitest';
import { findClips, type Clips } from '../../../library/node/clips/clips-binary.ts';
import { checkText } from './checked.ts';
import { evaluateInClips } from '../../../tools/expression-fuzz/clips.ts';
import { evaluateText } from './evaluated.ts';
import { normalizeShown } from '../../../tools/expression-fuzz/shown.ts';
import { FUNCTIONS as TABLE } from '../../../compiler/language/functions/table.ts';
import { printDeffunction, printExpression } from '../../../compiler/emit/clips/expression.ts';
import { VALUE_SAMPLES } from './value-samples.ts';
import { callsHost, valueDefinitions } from '../../../compiler/emit/clips/values/table.ts';

const FUNCTIONS = [
  '(deffunction factorial (?n) (if (<= ?n 1) then 1 else (* ?n (factorial (- ?n 1)))))',
  '(deffunction is-even (?n) (if (= ?n 0) then TRUE else (is-odd (- ?n 1))))',
  '(deffunction is-odd (?n) (if (= ?n 0) then FALSE else (is-even (- ?n 1))))',
  '(deffunction weigh ($?all) (bind ?sum 0) (progn$ (?x ?all) (bind ?sum (+ ?sum (* ?x ?x-index)))) ?sum)',
  '(deffunction position (?v ?list) (bind ?at 0) (foreach ?x ?list (if (eq ?x ?v) then (bind ?at ?x-index) (break))) ?at)',
  '(deffunction first-above (?n) (loop-for-count (?i 1 9) do (if (> (* ?i ?i) ?n) then (return ?i))) none)',
  '(deffunction digits (?n) (bind ?count 0) (while (> ?n 0) do (bind ?n (div ?n 10)) (bind ?count (+ ?count 1))) ?count)',
  '(deffunction restored (?x) (bind ?x changed) (bind ?x) ?x)',
  '(deffunction maybe (?x) (if ?x then (bind ?y 1)) ?y)',
  '(deffunction longer (?a ?b) (> (str-length ?a) (str-length ?b)))',
  '(deffunction nothing ())',
];

/** Values that both CLIPS versions give; an error is written without its message. */
const VALUES: readonly (readonly [text: string, shown: string])[] = [
  // INTEGER: 64 bits, exact beyond the safe integers of JavaScript
  ['(+ 9223372036854775806 1)', 'i9223372036854775807'],
  ['(- -9223372036854775807 1)', 'i-9223372036854775808'],
  ['(* 3037000499 3037000499)', 'i9223372030926249001'],
  ['(+ 9007199254740991 2)', 'i9007199254740993'],
  ['(abs -9223372036854775807)', 'i9223372036854775807'],
  ['(mod -9223372036854775808 10)', 'i-8'],
  ['(div -7 2)', 'i-3'],
  ['(mod -7 2)', 'i-1'],
  ['(div 7.9 2.9)', 'i3'],
  ['(div 1 0.5)', 'error'],
  ['(mod 1 0)', 'error'],
  ['(factorial 20)', 'i2432902008176640000'],
  // FLOAT
  ['(/ 6 2)', 'd3'],
  ['(/ 1 0)', 'error'],
  ['(+ -0.0 -0.0)', 'd0'],
  ['(* -1 0.0)', 'd-0'],
  ['(- (* 1e308 10) (* 1e308 10))', 'dnan'],
  ['(< (- (* 1e308 10) (* 1e308 10)) 1)', 'y"TRUE"'],
  ['(integer 9.2e18)', 'i9200000000000000000'],
  ['(integer -9223372036854775808.0)', 'i-9223372036854775808'],
  ['(integer -2.7)', 'i-2'],
  ['(mod 7.5 -2)', 'd1.5'],
  ['(max 2 2.0)', 'i2'],
  ['(min 2.0 2)', 'd2'],
  ['(sqrt -1)', 'error'],
  ['(acos 2)', 'error'],
  ['(log 0)', 'error'],
  ['(** 0 0)', 'error'],
  ['(cot 0)', 'error'],
  // comparison
  ['(= 9007199254740993 9007199254740992.0)', 'y"TRUE"'],
  ['(eq 3 3.0)', 'y"FALSE"'],
  ['(eq abc "abc")', 'y"FALSE"'],
  ['(eq 0.0 -0.0)', 'y"FALSE"'],
  ['(eq (create$ a 1) (create$ a 1))', 'y"TRUE"'],
  ['(< 1 2 2)', 'y"FALSE"'],
  ['(< 2 1 (/ 1 0))', 'y"FALSE"'],
  ['(and FALSE (/ 1 0))', 'y"FALSE"'],
  ['(or nil (/ 1 0))', 'y"TRUE"'],
  ['(not 0)', 'y"FALSE"'],
  // strings
  ['(str-cat a "b" 1 2.0 1e20 1e-5 0.1 123456789012345678.0)', 's"ab12.01e+201e-050.11.23456789012346e+17"'],
  ['(sym-cat a b)', 'y"ab"'],
  ['(sub-string 2 3 "abcd")', 's"bc"'],
  ['(sub-string 0 99 "abcd")', 's"abcd"'],
  ['(sub-string 3 2 "abcd")', 's""'],
  ['(str-index "c" "abcd")', 'i3'],
  ['(str-index "x" "abcd")', 'y"FALSE"'],
  ['(str-compare "a" "b")', 'i-1'],
  ['(str-compare "abc" "abd" 2)', 'i0'],
  ['(str-compare "\uff5e" "\u{1f600}")', 'i-1'],
  ['(upcase "aZé")', 's"AZé"'],
  ['(lowcase ABC)', 'y"abc"'],
  ['(string-to-field "12 13")', 'i12'],
  ['(string-to-field "\\"a b\\" c")', 's"a b"'],
  ['(string-to-field "")', 'y"EOF"'],
  // multifields
  ['(create$ a (create$ b c) (create$))', 'm( y"a" y"b" y"c" )'],
  ['(nth$ 2 (create$ a b))', 'y"b"'],
  ['(nth$ 3 (create$ a b))', 'y"nil"'],
  ['(member$ c (rest$ (create$ a b c)))', 'i2'],
  ['(member$ (create$ b c) (create$ a b c))', 'm( i2 i3 )'],
  ['(delete-member$ (rest$ (create$ a b c d b c)) (create$ b c))', 'm( y"d" )'],
  ['(replace-member$ (create$ a b a c) (create$ x y) a)', 'm( y"x" y"y" y"b" y"x" y"y" y"c" )'],
  ['(insert$ (create$ a b) 9 x)', 'm( y"a" y"b" y"x" )'],
  ['(replace$ (create$ a b c) 2 3 x y)', 'm( y"a" y"x" y"y" )'],
  ['(delete$ (create$ a b c) 1 4)', 'error'],
  ['(subseq$ (create$ a b c) 0 2)', 'm( y"a" y"b" )'],
  ['(first$ (create$))', 'm( )'],
  ['(explode$ "a \\"b c\\" 1 2.5 -x")', 'm( y"a" s"b c" i1 d2.5 y"-x" )'],
  ['(implode$ (create$ a "b" 1.5 2))', 's"a \\"b\\" 1.5 2"'],
  ['(subsetp (create$ a) (create$ b a))', 'y"TRUE"'],
  ['(subsetp (create$ 1 2 3 4 5 6 7 8 9) (create$ 9 8 7 6 5 4 3 2 1 0))', 'y"TRUE"'],
  ['(subsetp (create$ 1 2 3 4 5 6 7 8 10) (create$ 9 8 7 6 5 4 3 2 1 0))', 'y"FALSE"'],
  ['(sort > 3 1 2)', 'm( i1 i2 i3 )'],
  ['(sort longer aaa b cc)', 'm( y"b" y"cc" y"aaa" )'],
  // forms and functions
  ['(is-odd 7)', 'y"TRUE"'],
  ['(weigh 1 2 (create$ 3 4))', 'i30'],
  ['(position c (create$ a b c))', 'i3'],
  ['(create$ (first-above 5) (first-above 99))', 'm( i3 y"none" )'],
  ['(digits 1234)', 'i4'],
  ['(restored 9)', 'i9'],
  ['(maybe TRUE)', 'i1'],
  ['(maybe FALSE)', 'error'],
  ['(nothing)', 'y"FALSE"'],
  ['(switch 1 (case 1.0 then a) (case 1 then b c) (default d))', 'y"c"'],
  ['(switch 4 (case 2 then 3))', 'y"FALSE"'],
  ['(progn$ (?x (create$ 1 2)) (+ ?x 1))', 'i3'],
  ['(if (> 1 2) then a)', 'y"FALSE"'],
  // The rest of the table. What a C library may round otherwise is compared to nine places.
  ['(neq 1 1.0)', 'y"TRUE"'],
  ['(<> 1 2 3)', 'y"TRUE"'],
  ['(>= 3 3 2)', 'y"TRUE"'],
  ['(numberp 1.5)', 'y"TRUE"'],
  ['(integerp 1.0)', 'y"FALSE"'],
  ['(floatp 1.0)', 'y"TRUE"'],
  ['(lexemep abc)', 'y"TRUE"'],
  ['(stringp abc)', 'y"FALSE"'],
  ['(symbolp abc)', 'y"TRUE"'],
  ['(multifieldp (create$ a))', 'y"TRUE"'],
  ['(evenp -4)', 'y"TRUE"'],
  ['(oddp 7)', 'y"TRUE"'],
  ['(float 3)', 'd3'],
  ['(sin 0)', 'd0'],
  ['(tan 0)', 'd0'],
  ['(acosh 1)', 'd0'],
  ['(integer (* 1000000000 (log10 2)))', 'i301029995'],
  ['(length$ (create$ a b c))', 'i3'],
  ['(cos 0)', 'd1'],
  ['(atan 0)', 'd0'],
  ['(sinh 0)', 'd0'],
  ['(cosh 0)', 'd1'],
  ['(tanh 0)', 'd0'],
  ['(exp 0)', 'd1'],
  ['(sec 0)', 'd1'],
  ['(integer (* 1000000000 (csc 1)))', 'i1188395105'],
  ['(asin 0)', 'd0'],
  ['(asec 1)', 'd0'],
  ['(integer (* 1000000000 (acsc 1)))', 'i1570796326'],
  ['(integer (* 1000000000 (acot 1)))', 'i785398163'],
  ['(sech 0)', 'd1'],
  ['(integer (* 1000000000 (csch 1)))', 'i850918128'],
  ['(integer (* 1000000000 (coth 1)))', 'i1313035285'],
  ['(asinh 0)', 'd0'],
  ['(atanh 0)', 'd0'],
  ['(asech 1)', 'd0'],
  ['(integer (* 1000000000 (acsch 1)))', 'i881373587'],
  ['(integer (* 1000000000 (acoth 2)))', 'i549306144'],
  ['(integer (* 1000000000 (deg-rad 180)))', 'i3141592653'],
  ['(integer (* 1000000000 (rad-deg 1)))', 'i57295779513'],
  ['(deg-grad 90)', 'd100'],
  ['(grad-deg 100)', 'd90'],
  ['(integer (* 1000000000 (pi)))', 'i3141592653'],
  ...VALUE_SAMPLES,
];

/** Results beyond 64 bits: CLIPS wraps them, or dies of a division of the least INTEGER by -1. */
const OVERFLOWS: readonly (readonly [text: string, name: string])[] = [
  ['(+ 9223372036854775807 1)', '+'],
  ['(+ 1 9223372036854775807)', '+'],
  ['(+ 9223372036854775807 1 0.5)', '+'],
  ['(- -9223372036854775808 1)', '-'],
  ['(* 3037000500 3037000500)', '*'],
  ['(abs -9223372036854775808)', 'abs'],
  ['(div -9223372036854775808 -1)', 'div'],
  ['(mod -9223372036854775808 -1)', 'mod'],
  ['(div 1e30 2)', 'div'],
  ['(factorial 25)', '*'],
  ['(integer (* 1e308 10))', 'integer'],
  ['(integer (- (* 1e308 10) (* 1e308 10)))', 'integer'],
  ['(integer 9223372036854775808.0)', 'integer'],
  ['(round -1e19)', 'round'],
  ['(sort > (+ 9223372036854775807 1))', '+'],
];

/** Values that CLIPS 6.30 gives differently or not at all. */
const VALUES_64: typeof VALUES = [
  ['(round 2.5)', 'i3'],
  ['(round -2.5)', 'i-3'],
  ['(str-index "" "abc")', 'i1'],
  ['(str-replace "abcab" "ab" x)', 's"xcx"'],
  ['(union$ (create$ a b) (create$ b c))', 'm( y"a" y"b" y"c" )'],
  ['(intersection$ (create$ a b a) (create$ b a))', 'm( y"a" y"b" )'],
  ['(difference$ (create$ a b) (create$ b))', 'm( y"a" )'],
  ['(explode$ "?x (")', 'm( y"?x" y"(" )'],
  ['(max 3)', 'i3'],
  ['(atan2 0 0)', 'error'],
  ['(fact-addressp 1)', 'y"FALSE"'],
];

describe('values of expressions', () => {
  test.each([...VALUES, ...VALUES_64])('%s', (text, shown) => {
    const answer = evaluateText(text, { functions: FUNCTIONS });
    expect(answer.startsWith('error: ') ? 'error' : answer).toBe(shown);
  });

  test.each(OVERFLOWS)('%s is an error', (text, name) => {
    expect(evaluateText(text, { functions: FUNCTIONS })).toBe(
      `error: Integer overflow in function '${name}'`,
    );
  });

  test('characters are code points', () => {
    expect(evaluateText('(str-length "a\u{1f600}b")')).toBe('i3');
    expect(evaluateText('(sub-string 2 2 "a\u{1f600}b")')).toBe('s"\u{1f600}"');
    expect(evaluateText('(str-index b "a\u{1f600}b")')).toBe('i3');
  });
});

test('every function of the table has a value here', () => {
  const texts = [...VALUES, ...VALUES_64].map(([text]) => text).concat(FUNCTIONS);
  const missing = [...TABLE.keys()].filter(
    (name) =>
      !callsHost(name) && !texts.some((text) => text.includes(`(${name} `) || text.includes(`(${name})`)),
  );
  expect(missing).toEqual([]);
});

describe('the same in CLIPS', () => {
  let clips: Clips | null = null;
  beforeAll(async () => {
    clips = await findClips();
  });

  test('every value', async ({ skip }) => {
    if (clips === null) return skip('no clips binary');
    const values = clips.version.startsWith('6.3') ? VALUES : [...VALUES, ...VALUES_64];
    const { definitions } = checkText('TRUE', { functions: FUNCTIONS });
    const forward = definitions.map((definition) => printDeffunction({ ...definition, body: [] }));
    const calls = values.map(([text]) => {
      const { expression } = checkText(text, { functions: FUNCTIONS });
      return expression ? printExpression(expression) : text;
    });
    const answers = await evaluateInClips(
      clips.path,
      [
        ...valueDefinitions([...TABLE.keys()].filter((name) => !callsHost(name))),
        ...forward,
        ...definitions.map(printDeffunction),
      ],
      calls,
    );
    const shown = answers.map((answer) =>
      answer.kind === 'value' ? normalizeShown(answer.shown).trimEnd() : answer.kind,
    );
    expect(values.map(([text], i) => [text, shown[i]])).toEqual(values);
  });
});

describe('errors say what is wrong', () => {
  test.each<readonly [text: string, message: string]>([
    ['(/ 1 0)', "Attempt to divide by zero in function '/'"],
    [
      '(+ 1 (nth$ 1 (create$ a)))',
      "Function '+' expected argument #2 to be of type integer or float, but it is the symbol a",
    ],
    [
      '(str-length (nth$ 1 (create$ 1)))',
      "Function 'str-length' expected argument #1 to be of type symbol or string, but it is an integer",
    ],
    ['(delete$ (create$ a) 2 3)', "Multifield index range 2..3 out of range 1..1 in function 'delete$'"],
    ['(insert$ (create$ a) 0 x)', "Multifield index 0 out of range 1..1 in function 'insert$'"],
    ['(acosh 0)', "Domain error for function 'acosh'"],
    ['(log10 0)', "Argument overflow for function 'log10'"],
    ['(tan 1.5707963267948966)', "Singularity at asymptote in function 'tan'"],
    ['(maybe FALSE)', 'Variable ?y is read before it is bound'],
    [
      '(string-to-field "[x]")',
      "Function 'string-to-field' met the instance name [x]; instances are not part of the language",
    ],
    ['(service-lookup 1)', "The host does not provide the function 'service-lookup'"],
  ])('%s', (text, message) => {
    expect(evaluateText(text, { functions: FUNCTIONS })).toBe(`error: ${message}`);
  });
});
