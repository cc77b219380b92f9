import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printDeffunction, printExpression } from '../../../compiler/emit/clips/expression.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { parseDeffunction, parseExpression } from '../../../compiler/language/expression/parse.ts';
import { MAX_HEIGHT, MAX_NESTING, MAX_PARTS } from '../../../compiler/language/expression/parser.ts';
import { drawExpression, rowsOf } from '../../../tools/expression-fuzz/draw.ts';
import { sourceText } from '../../../tools/expression-fuzz/source-text.ts';

function parse(text: string) {
  const report = createReport();
  return { expression: parseExpression(sourceText(text), report), problems: report.sorted() };
}

function parseFunction(text: string) {
  const report = createReport();
  return { definition: parseDeffunction(sourceText(text), report), problems: report.sorted() };
}

describe('text that is an expression', () => {
  const printed: readonly (readonly [text: string, printed: string])[] = [
    ['( +  ?n\n 1 ) ; a comment', '(+ ?n 1)'],
    ['"a \\"quoted\\" \\\\ text"', '"a \\"quoted\\" \\\\ text"'],
    ['(eq $?list ?x)', '(eq $?list ?x)'],
    ['-1.50', '-1.5'],
    ['1e5', '100000.0'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['1e', '1e'],
    ['9223372036854775807', '9223372036854775807'],
    ['(!= 1 2)', '(<> 1 2)'],
    ['(length ?x)', '(length$ ?x)'],
    ['(MAIN::twice 2)', '(twice 2)'],
    ['(sort <= 1 2)', '(sort <= 1 2)'],
    ['(if ?x then 1)', '(if ?x then 1)'],
    ['(if ?x then 1 2 else (progn) 3)', '(if ?x then 1 2 else (progn) 3)'],
    ['(while ?x 1)', '(while ?x do 1)'],
    ['(loop-for-count (?i 2 5) (+ ?i 1))', '(loop-for-count (?i 2 5) do (+ ?i 1))'],
    ['(loop-for-count 3 do 1)', '(loop-for-count 3 do 1)'],
    ['(loop-for-count (length$ ?x) do 1)', '(loop-for-count (length$ ?x) do 1)'],
    ['(progn$ (?x ?list) ?x)', '(progn$ (?x ?list) ?x)'],
    ['(progn$ (create$ 1 2) 3)', '(progn$ (create$ 1 2) 3)'],
    ['(foreach ?x ?list ?x-index)', '(foreach ?x ?list ?x-index)'],
    ['(switch ?x (case 1 then a b) (default c))', '(switch ?x (case 1 then a b) (default c))'],
    ['(any-factp ((?f a b) (?g MAIN::a)) (> ?f:x ?g:x))', '(any-factp ((?f a b) (?g a)) (> ?f:x ?g:x))'],
    ['(member$ a (rest$ ?l))', '(member$ a (create$ (rest$ ?l)))'],
  ];
  test.each(printed)('%s', (text, expected) => {
    const { expression, problems } = parse(text);
    expect(problems).toEqual([]);
    expect(expression && printExpression(expression)).toBe(expected);
  });

  test('what is printed is read back as the same expression', () => {
    const rows = rowsOf('6.4').filter(({ name }) => name !== 'rest$' && name !== 'subseq$');
    const strip = (value: unknown): string => JSON.stringify(value, withoutPlaces);
    fc.assert(
      fc.property(drawExpression(rows), (expression) => {
        expect(strip(parse(printExpression(expression)).expression)).toBe(strip(expression));
      }),
      { numRuns: 300 },
    );
  });

  test('no text makes the parser throw', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '"',
      '\\',
      ';',
      '?x',
      '$?y',
      '?',
      'if',
      'then',
      ' ',
      '\n',
      '1',
      '<',
      '~',
      '\0',
      'é',
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((all) => all.join('')),
        (text) => {
          const { expression, problems } = parse(text);
          expect(expression === null).toBe(problems.length > 0);
          parseFunction(`(deffunction f (${text}`);
        },
      ),
    );
  });
});

function withoutPlaces(key: string, value: unknown): unknown {
  if (key === 'at' || key === 'nameAt') return undefined;
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : value;
}

describe('text that is none', () => {
  test.each<readonly [text: string, problem: string]>([
    ['', 'clips-syntax 0-0'],
    ['(+ 1 2) 3', 'clips-syntax 8-9'],
    ['(+ 1 2', 'clips-syntax 6-6'],
    [')', 'clips-syntax 0-1'],
    ['(1 2)', 'clips-syntax 1-2'],
    ['"open', 'clips-syntax 0-5'],
    ['(eq ?x ?)', 'clips-syntax 7-8'],
    ['(eq ?x ?*all*)', 'clips-syntax 7-13'],
    ['(eq ?x [name])', 'clips-syntax 7-13'],
    ['(eq ?x ~a)', 'clips-syntax 7-8'],
    ['(eq a\u0007 b)', 'clips-syntax 5-6'],
    ['99999999999999999999', 'clips-number-range 0-20'],
    ['1e999', 'clips-number-range 0-5'],
    ['(if ?x 1)', 'clips-syntax 7-8'],
    ['(while)', 'clips-syntax 6-7'],
    ['(loop-for-count (?i 1 2) 3)', 'clips-syntax 25-26'],
    ['(loop-for-count (1) do 3)', 'clips-syntax 17-18'],
    ['(progn$ (1) 3)', 'clips-syntax 9-10'],
    ['(foreach x ?l)', 'clips-syntax 9-10'],
    ['(switch 1 (case 2 3))', 'clips-syntax 18-19'],
    ['(switch 1 (default 2) (case 2 then 3))', 'clips-syntax 22-23'],
    ['(switch 1 (other 2))', 'clips-syntax 11-16'],
    ['(bind x 1)', 'clips-syntax 6-7'],
    ['(return 1)', 'clips-jump-misplaced 1-7'],
    ['(break)', 'clips-jump-misplaced 1-6'],
    ['(progn$ (?x ?l) (+ 1 (break)))', 'clips-jump-misplaced 22-27'],
    ['(any-factp (?f a) TRUE)', 'clips-syntax 12-14'],
    ['(any-factp ((a b)) TRUE)', 'clips-syntax 13-14'],
    ['(any-factp ((?f 1)) TRUE)', 'clips-syntax 16-17'],
    ['(find-fact ((?f a)) TRUE 1)', 'clips-syntax 25-26'],
  ])('%s', (text, problem) => {
    const { expression, problems } = parse(text);
    expect(expression).toBeNull();
    expect(problems.map(({ code, at }) => `${code} ${at.start}-${at.end}`)).toEqual([problem]);
  });

  test('expressions nest to a limit', () => {
    const nested = (depth: number): string => '(not '.repeat(depth) + 'TRUE' + ')'.repeat(depth);
    expect(parse(nested(MAX_NESTING)).problems).toEqual([]);
    expect(parse(nested(MAX_NESTING + 1)).problems.map(({ code }) => code)).toEqual(['clips-nesting']);
    expect(parse(nested(100_000)).problems.map(({ code }) => code)).toEqual(['clips-nesting']);
  });

  test('a form has parts to a limit', () => {
    const list = (count: number): string => `(create$${' 1'.repeat(count)})`;
    expect(parse(list(MAX_PARTS)).problems).toEqual([]);
    expect(parse(list(MAX_PARTS + 1)).problems.map(({ code }) => code)).toEqual(['clips-too-many-parts']);
    const actions = parse(`(progn${' 1'.repeat(MAX_PARTS + 1)})`);
    expect(actions.problems.map(({ code }) => code)).toEqual(['clips-too-many-parts']);
  });

  test('sums of sums have parts to a limit', () => {
    const sum = (count: number, first = '1'): string => `(+ ${first}${' 1'.repeat(count - 1)})`;
    const half = MAX_HEIGHT / 2;
    expect(parse(sum(half, sum(half))).problems).toEqual([]);
    expect(parse(sum(half, sum(half + 1))).problems.map(({ code }) => code)).toEqual([
      'clips-too-many-parts',
    ]);
  });
});

describe('deffunctions', () => {
  test('name, comment, parameters and wildcard', () => {
    const { definition, problems } = parseFunction(
      '(deffunction MAIN::f "why" (?a $?rest) (bind ?b ?a) (return ?b))',
    );
    expect(problems).toEqual([]);
    expect(definition).toMatchObject({ name: 'f', parameters: ['a'], wildcard: 'rest' });
    expect(definition && printDeffunction(definition)).toBe(
      '(deffunction f (?a $?rest)\n   (bind ?b ?a)\n   (return ?b))',
    );
  });

  test.each<readonly [text: string, code: string]>([
    ['deffunction f ()', 'clips-syntax'],
    ['(defrule f ())', 'clips-syntax'],
    ['(deffunction OTHER::f ())', 'clips-syntax'],
    ['(deffunction f)', 'clips-syntax'],
    ['(deffunction f (x))', 'clips-syntax'],
    ['(deffunction f ($?r ?x))', 'clips-syntax'],
    ['(deffunction f (?x ?x))', 'clips-duplicate-parameter'],
    ['(deffunction f () (return))', 'clips-syntax'],
    ['(deffunction f () (break))', 'clips-jump-misplaced'],
    ['(deffunction f () 1) 2', 'clips-syntax'],
  ])('%s', (text, code) => {
    const { definition, problems } = parseFunction(text);
    expect(definition).toBeNull();
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });
});
