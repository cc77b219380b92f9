import { pattern, rules, TEMPLATES, times, type BigText } from './big-text.ts';

const tested = (name: string, expression: (n: number) => string): BigText =>
  rules(name, (n) => pattern('{slot: n, bind: "?n"}', '{slot: s, bind: "?s"}', `{test: '${expression(n)}'}`));

/** Functions without number, and a rule that calls the first. */
const functions = (name: string, body: (n: number) => string): BigText => ({
  name,
  head: `${TEMPLATES}rules:\n  - name: r\n    when: [${pattern('{slot: n, bind: "?n"}', '{test: "(f50 ?n)"}')}]\n    then: {action: deny}\nfunctions:\n`,
  item: (n) => `  - {name: f${n}, type: raw, body: '(deffunction f${n} (?x) ${body(n)})'}\n`,
});

/** A function before this one; the first of each thousand call none. */
const next = (n: number, step = 1): string => (n % 1_000 < step ? '+ 1' : `f${n - step}`);

const assigned = (count: number): string => times(count, (n) => `(bind ?v${n} (+ ?x ${n}))`, ' ');
const deep = (count: number, open: string, inside: string, close = ')'): string =>
  `${open.repeat(count)}${inside}${close.repeat(count)}`;

/** Expressions and functions of CLIPS. */
export const BIG_EXPRESSIONS: readonly BigText[] = [
  tested('tests', (n) => `(> ?n ${n})`),
  tested('tests of many parts', (n) => `(or ${times(400, (i) => `(= ?n ${n + i})`, ' ')})`),
  tested('tests of long sums', (n) => `(> (+ ${times(2_000, (i) => `${n + i}`, ' ')}) ?n)`),
  tested('deep tests', (n) => `(> ${deep(30, '(+ 1 ', `${n}`)} ?n)`),
  tested('tests that are too deep', () => deep(5_000, '(not ', 'TRUE')),
  tested('tests without end', () => '(and '.repeat(5_000)),
  tested('queries of facts', (n) => `(any-factp ((?f t) (?g u)) (> ?f:n ?g:n ${n}))`),
  tested('queries of many facts', () => `(any-factp (${times(50, (i) => `(?f${i} t)`, ' ')}) (> ?f0:n 1))`),
  tested('texts of tests', (n) => `(neq ?s "${'x'.repeat(10_000)}${n}")`),
  tested('patterns in tests', (n) => `(service-matches "a${n}+b" ?s)`),
  tested('lists in tests', (n) => `(member$ ?n (create$ ${times(1_000, (i) => `${n + i}`, ' ')}))`),
  functions('functions', (n) => `(+ ?x ${n})`),
  functions('functions in a chain', (n) => `(+ (${next(n)} ?x) 1)`),
  functions('functions that call themselves', (n) => `(if (> ?x 0) then (f${n} (- ?x 1)) else 0)`),
  functions('functions that call each other', (n) => `(if (> ?x 0) then (f${n ^ 1} (- ?x 1)) else 0)`),
  functions('functions that call two', (n) => `(+ (f${n >> 1} ?x) (f${n >> 2} ?x))`),
  functions('functions that call the next two', (n) => `(+ (${next(n)} ?x) (${next(n, 2)} ?x))`),
  functions(
    'functions of several types',
    (n) =>
      `(and ${['?x', '"a"', 'a', '1.5', '(create$ 1)', '(> 1 ?x)'].map((of) => `(${next(n)} ${of})`).join(' ')})`,
  ),
  functions('functions that assign', () => assigned(400)),
  functions(
    'functions that loop',
    (n) => `(progn$ (?i (create$ 1 2 ${n})) (bind ?v ?i) (while (> ?v 0) (bind ?v (- ?v 1))))`,
  ),
  functions('loops in loops', () => deep(12, '(loop-for-count (?i 1 2) ', '(bind ?x (+ ?x 1))')),
  functions(
    'functions that switch',
    () => `(switch ?x ${times(400, (i) => `(case ${i} then ${i})`, ' ')} (default 0))`,
  ),
  functions('functions that decide', () => deep(25, '(if (> ?x 1) then (bind ?y 1) else ', '(bind ?y 2)')),
  functions('functions that query', () => '(do-for-all-facts ((?f t)) (> ?f:n 1) (bind ?x ?f:n))'),
  functions('parameters', (n) => `(+ ?x ${n})) (deffunction g${n} (${times(1_000, (i) => `?p${i}`, ' ')}) 1`),
  {
    name: 'one function',
    head: `${TEMPLATES}functions:\n  - name: f\n    type: raw\n    body: |\n      (deffunction f (?x)\n`,
    item: (n) => `        (bind ?v${n} (+ ?x ${n}))\n`,
    tail: '      )\n',
  },
  {
    name: 'pieces of one function',
    head: `${TEMPLATES}functions:\n`,
    item: (n) =>
      `  - name: f${n}\n    type: raw\n    body: "(deffunction f${n} (?x) ${times(700, (i) => `(bind ?x (+ ?x ${i}))`, ' ')})"\n`,
  },
];
