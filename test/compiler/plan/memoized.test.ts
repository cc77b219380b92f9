/** Which functions memoize their last call. */
import { expect, it } from 'vitest';
import { compileDocument } from '../emit/compile.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const slots = [
  { name: 'x', type: 'integer', default: 0 },
  { name: 'f', type: 'float', default: 0.5 },
];
const templates = [
  { name: 'a', slots },
  { name: 'b', slots },
  { name: 'c', slots },
];
const LOOP = '(bind ?n 0) (while (< ?n ?x) (bind ?n (+ ?n 1)))';

/** Plan lines on functions when the tests of rules call `(f …)`, one rule for each of these templates. */
function memoized(bodies: readonly string[], asked = '(f ?x ?y)', askedBy = ['b', 'c'], slot = 'x') {
  const { matching, diagnostics } = compileDocument({
    templates,
    functions: bodies.map((body) => ({
      name: /MAIN::([\w-]+)/.exec(body)![1],
      type: 'raw',
      params: /\((\?[^)]*)\)/
        .exec(body)![1]!
        .split(' ')
        .map((name) => name.slice(1)),
      body,
    })),
    ruleset: 'plan',
    rules: askedBy.map((template, i) => ({
      name: `r${i}`,
      when: [
        { template: 'a', conditions: [{ slot, bind: '?x' }] },
        { template, conditions: [{ slot, bind: '?y' }, { test: asked }] },
      ],
      then: { action: 'allow', reason: 'r' },
    })),
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return printPlan(matching())
    .split('\n')
    .filter((line) => line.startsWith('memoizes'));
}

it('do if they have loops and several joins use them', () => {
  const looping = `(deffunction MAIN::f (?x ?y) ${LOOP} (= ?n ?y))`;
  expect(memoized([looping])).toEqual(['memoizes the last call of f']);
  const calling = [
    '(deffunction MAIN::g (?x) ' + LOOP + ' ?n)',
    '(deffunction MAIN::f (?x ?y) (= (g ?x) ?y))',
  ];
  expect(memoized(calling)).toEqual(['memoizes the last call of f']);
});

it.each([
  ['they have no loop', ['(deffunction MAIN::f (?x ?y) (= ?x ?y))']],
  ['they read facts', [`(deffunction MAIN::f (?x ?y) ${LOOP} (any-factp ((?a a)) (= ?a:x ?n)))`]],
  [
    'what they call reads facts',
    [
      '(deffunction MAIN::g (?x) (any-factp ((?a a)) (= ?a:x ?x)))',
      `(deffunction MAIN::f (?x ?y) ${LOOP} (g ?n))`,
    ],
  ],
  ['they ask the host', [`(deffunction MAIN::f (?x ?y) ${LOOP} (eq (service-ask ?n) ?y))`]],
  [
    'they call themselves',
    [`(deffunction MAIN::f (?x ?y) ${LOOP} (if (> ?y 0) then (f ?x (- ?y 1)) else TRUE))`],
  ],
  [
    'they take more than three arguments',
    [`(deffunction MAIN::f (?x ?y ?z ?u) ${LOOP} (= ?n ?y ?z ?u))`],
    '(f ?x ?y 1 2)',
  ],
])('do not when %s', (_, bodies, asked = '(f ?x ?y)') => {
  expect(memoized(bodies, asked)).toEqual([]);
});

it('do not if only one join calls them, or if they take floats', () => {
  const looping = `(deffunction MAIN::f (?x ?y) ${LOOP} (= ?n ?y))`;
  expect(memoized([looping], '(f ?x ?y)', ['b'])).toEqual([]);
  expect(memoized([looping], '(f ?x ?y)', ['b', 'c'], 'f')).toEqual([]);
});
