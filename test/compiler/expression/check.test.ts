import { describe, expect, test } from 'vitest';
import {
  ANY,
  BOOLEAN,
  FACT,
  FIELD,
  FLOAT,
  INTEGER,
  MULTIFIELD,
  NUMBER,
  STRING,
  SYMBOL,
  unionOf,
  type StaticType,
} from '../../../compiler/language/static-type.ts';
import { checkText, summary, template } from './checked.ts';

const variables = { n: INTEGER, count: INTEGER, f: FLOAT, s: STRING, y: SYMBOL, list: MULTIFIELD, who: FACT };
const templates = new Map([
  ['agent', template('agent', { id: 'STRING', trust: 'FLOAT' })],
  ['tool', template('tool', { id: 'SYMBOL', cost: 'INTEGER' })],
]);

describe('types of expressions', () => {
  test.each<readonly [text: string, type: StaticType]>([
    ['3', INTEGER],
    ['TRUE', BOOLEAN],
    ['(+ ?n 1)', INTEGER],
    ['(+ ?n 1 ?f)', FLOAT],
    ['(+ ?n (nth$ 1 ?list))', NUMBER],
    ['(max ?n 2.5)', NUMBER],
    ['(/ ?n 2)', FLOAT],
    ['(> ?n 1)', BOOLEAN],
    ['(str-cat ?n ?y)', STRING],
    ['(upcase ?y)', SYMBOL],
    ['(str-index "a" ?s)', unionOf(INTEGER, BOOLEAN)],
    ['(if (> ?n 1) then ?n else ?f)', NUMBER],
    ['(if (> ?n 1) then ?n)', unionOf(INTEGER, BOOLEAN)],
    ['(while FALSE do 1)', BOOLEAN],
    ['(progn)', BOOLEAN],
    ['(progn$ (?x ?list) ?x)', FIELD],
    ['(foreach ?x ?list ?x-index)', unionOf(INTEGER, BOOLEAN)],
    ['(switch ?n (case 1 then a) (default "b"))', unionOf(SYMBOL, STRING)],
    ['(loop-for-count (?i 1 3) do ?i)', BOOLEAN],
    ['(sort > ?list)', MULTIFIELD],
    ['(any-factp ((?a agent)) (eq ?a:id ?s))', BOOLEAN],
    ['(find-fact ((?a agent)) TRUE)', MULTIFIELD],
    ['(do-for-fact ((?a agent tool)) TRUE ?a:id)', unionOf(STRING, SYMBOL, BOOLEAN)],
    ['(do-for-all-facts ((?a agent)) TRUE ?a)', unionOf(FACT, BOOLEAN)],
    ['(service-now)', FLOAT],
    ['(service-matches "a+" ?s)', BOOLEAN],
    ['(service-lookup ?s)', ANY],
  ])('%s', (text, type) => {
    const checked = checkText(text, { variables, templates });
    expect(summary(checked.diagnostics)).toEqual([]);
    expect(checked.type).toBe(type);
  });
});

describe('expressions that are refused', () => {
  test.each<readonly [text: string, ...problems: string[]]>([
    ['(strcat ?s)', 'clips-unknown-function 1-7 (str-cat)'],
    ['(open "f" x)', 'clips-refused-function 1-5'],
    ['(random)', 'clips-refused-function 1-7'],
    ['(eval ?s)', 'clips-refused-function 1-5'],
    ['(+ 1)', 'clips-argument-count 1-2'],
    ['(not 1 2)', 'clips-argument-count 1-4'],
    ['(str-compare a)', 'clips-argument-count 1-12'],
    ['(service-now 1)', 'clips-argument-count 1-12'],
    ['(service-matches "a")', 'clips-argument-count 1-16'],
    ['(+ 1 "a")', 'clips-argument-type 5-8'],
    ['(> ?s 1)', 'clips-argument-type 3-5'],
    ['(str-length ?n)', 'clips-argument-type 12-14'],
    ['(length$ ?s)', 'clips-argument-type 9-11'],
    ['(+ 1 (str-cat a) ?y)', 'clips-argument-type 5-16', 'clips-argument-type 17-19'],
    ['(sub-string 1.0 2 ?s)', 'clips-argument-type 12-15'],
    ['(loop-for-count (?i 1 a) do 1)', 'clips-argument-type 22-23'],
    ['(foreach ?x 1 ?x)', 'clips-argument-type 12-13'],
    ['(service-matches "a" ?n)', 'clips-argument-type 21-23'],
    ['(service-matches ?s ?s)', 'clips-pattern-computed 17-19'],
    ['(service-matches "(" ?s)', 'bad-pattern 17-20'],
    ['(str-cat "?n" ?s)', 'clips-quoted-variable 9-13'],
    ['(> ?coutn 1)', 'clips-unbound-variable 3-9 (?count)'],
    ['(progn (bind ?z 1))', 'clips-bind-outside-function 7-18'],
    ['(any-factp ((?a agnt)) TRUE)', 'unknown-template 12-21 (agent)'],
    ['(any-factp ((?a agent)) (eq ?a:ids 1))', 'unknown-slot 28-34 (id)'],
    ['(any-factp ((?a agent)) (bind ?z 1))', 'clips-bind-in-query 24-35'],
    ['(any-factp ((?a agent)) (bind ?a 1))', 'clips-rebound-variable 24-35'],
    ['(loop-for-count (?i 1 3) do (bind ?i 1))', 'clips-rebound-variable 28-39'],
    ['(progn$ (?x ?list) (bind ?x-index 1))', 'clips-rebound-variable 19-36'],
    ['(switch ?n (case 1 then a) (case 1 then b))', 'clips-duplicate-case 33-34'],
    ['(not (progn$ (?x ?list) (break)))', 'clips-break-value 5-32'],
    ['(not (do-for-fact ((?a agent)) TRUE (break)))', 'clips-break-value 5-44'],
    ['(sort ?y 1 2)', 'clips-sort-function 6-8'],
    ['(sort nothing 1 2)', 'clips-sort-function 6-13'],
    ['(sort not 1 2)', 'clips-sort-function 6-9'],
    ['(twice 1 2)', 'clips-argument-count 1-6'],
    ['(at-least-one)', 'clips-argument-count 1-13'],
    ['(+ 1 (twice a))'],
    ['(+ 1 (name))', 'clips-argument-type 5-11'],
  ])('%s', (text, ...problems) => {
    const functions = [
      '(deffunction twice (?x) (* 2 ?x))',
      '(deffunction at-least-one (?x $?rest) ?x)',
      '(deffunction name () "a")',
    ];
    expect(summary(checkText(text, { variables, templates, functions }).diagnostics)).toEqual(problems);
  });
});

describe('functions', () => {
  const results = (...functions: readonly string[]): Readonly<Record<string, StaticType>> => {
    const { signatures, diagnostics } = checkText('TRUE', { functions, templates });
    expect(summary(diagnostics)).toEqual([]);
    return Object.fromEntries([...signatures].map(([name, { result }]) => [name, result]));
  };

  test.each<readonly [text: string, type: StaticType]>([
    ['(deffunction f ())', BOOLEAN],
    ['(deffunction f (?x) ?x)', ANY],
    ['(deffunction f ($?rest) ?rest)', MULTIFIELD],
    ['(deffunction f (?x) (if ?x then (return 1)) "a")', unionOf(INTEGER, STRING)],
    ['(deffunction f (?x) (bind ?i 0) (while ?x do (bind ?i (+ ?i 1))) ?i)', INTEGER],
    ['(deffunction f (?x) (bind ?x (str-cat ?x)) ?x)', ANY],
    ['(deffunction f (?x) (bind ?i 0) (bind ?i 1.5) ?i)', NUMBER],
    ['(deffunction f (?n) (if (> ?n 1) then (f (- ?n 1)) else 1))', INTEGER],
    ['(deffunction f () (f))', ANY],
  ])('%s', (text, type) => {
    expect(results(text)).toEqual({ f: type });
  });

  test('results go through mutual recursion, whatever the order', () => {
    const even = '(deffunction is-even (?n) (if (= ?n 0) then TRUE else (is-odd (- ?n 1))))';
    const odd = '(deffunction is-odd (?n) (if (= ?n 0) then FALSE else (is-even (- ?n 1))))';
    expect(results(even, odd)).toEqual({ 'is-even': BOOLEAN, 'is-odd': BOOLEAN });
    expect(results(odd, even)).toEqual({ 'is-even': BOOLEAN, 'is-odd': BOOLEAN });
  });

  test.each<readonly [text: string, ...problems: string[]]>([
    ['(deffunction f (?total) ?totl)', 'clips-unbound-variable 24-29 (?total)'],
    ['(deffunction f () (bind ?a "x") (+ ?a 1))', 'clips-argument-type 35-37'],
    ['(deffunction f (?l) (progn$ (?x ?l) (if ?x then (break))))', 'clips-break-value 20-57'],
    ['(deffunction f (?l) (progn$ (?x ?l) (if ?x then (break))) 1)'],
    ['(deffunction f (?l) (while ?l do (break)))'],
    ['(deffunction f () (g))', 'clips-unknown-function 19-20'],
    ['(deffunction f () ?later (bind ?later 1))'],
  ])('%s', (text, ...problems) => {
    expect(summary(checkText('TRUE', { functions: [text], templates }).diagnostics)).toEqual(problems);
  });
});
