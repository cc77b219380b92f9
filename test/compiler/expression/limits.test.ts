import { describe, expect, test } from 'vitest';
import type { HostFunction, HostValue } from '../../../runtime/description.ts';
import type { Host } from '../../../runtime/abi.ts';
import { LimitError } from '../../../runtime/engine/errors.ts';
import { evaluateText } from './evaluated.ts';
import { createTestMatcher, TEST_HOST } from '../../../tools/expression-fuzz/test-scope.ts';

const FUNCTIONS = [
  '(deffunction forever () (while TRUE do 1))',
  '(deffunction deep (?n) (if (> ?n 0) then (+ 1 (deep (- ?n 1))) else 0))',
  '(deffunction ping () (pong))',
  '(deffunction pong () (ping))',
  '(deffunction by-itself (?a ?b) (by-itself ?a ?b))',
];

describe('limits', () => {
  test.each(['(forever)', '(loop-for-count (?i 1 9223372036854775807) do 1)', '(while TRUE do 1)'])(
    'loop steps: %s',
    (text) => {
      expect(() => evaluateText(text, { functions: FUNCTIONS })).toThrow(LimitError);
    },
  );

  test('steps are counted over all loops of an evaluation', () => {
    const host = { ...TEST_HOST, limits: { ...TEST_HOST.limits, loopSteps: 10 } };
    const matcher = createTestMatcher(host);
    evaluateText('(progn$ (?x (create$ 1 2 3 4)) ?x)', {}, matcher);
    evaluateText('(loop-for-count 6 do 1)', {}, matcher);
    expect(matcher.steps).toBe(10);
    expect(() => evaluateText('(foreach ?x (create$ 1) ?x)', {}, matcher)).toThrow(LimitError);
  });

  test.each(['(deep 100000)', '(ping)', '(sort by-itself 1 2)'])('recursion depth: %s', (text) => {
    const matcher = createTestMatcher();
    expect(() => evaluateText(text, { functions: FUNCTIONS }, matcher)).toThrow(LimitError);
    expect(matcher.depth).toBe(0);
  });

  test('a recursion within the limit leaves the depth as it was', () => {
    const matcher = createTestMatcher();
    expect(evaluateText('(deep 900)', { functions: FUNCTIONS }, matcher)).toBe('i900');
    expect(matcher.depth).toBe(0);
  });
});

describe('host functions', () => {
  function host(functions: Readonly<Record<string, HostFunction>>): Host {
    return { ...TEST_HOST, functions: new Map(Object.entries(functions)) };
  }

  test('values cross with their types', () => {
    let seen: readonly HostValue[] = [];
    const matcher = createTestMatcher(
      host({
        'service-see': (...args) => {
          seen = args;
          return true;
        },
      }),
    );
    const text = '(service-see 1 9007199254740993 2.0 "text" name (create$ a 1.5))';
    expect(evaluateText(text, {}, matcher)).toBe('y"TRUE"');
    expect(seen).toEqual([
      1,
      9007199254740993n,
      { float: 2 },
      'text',
      { symbol: 'name' },
      [{ symbol: 'a' }, { float: 1.5 }],
    ]);
  });

  test.each<readonly [shown: string, answer: HostValue]>([
    ['i3', 3],
    ['i0', -0],
    ['d2.5', 2.5],
    ['i-9223372036854775808', -(2n ** 63n)],
    ['s"text"', 'text'],
    ['y"FALSE"', false],
    ['y"name"', { symbol: 'name' }],
    ['d3', { float: 3 }],
    ['m( i1 s"a" y"b" )', [1, ['a', { symbol: 'b' }]]],
  ])('an answer that is %s', (shown, answer) => {
    expect(
      evaluateText('(service-answer)', {}, createTestMatcher(host({ 'service-answer': () => answer }))),
    ).toBe(shown);
  });

  test.each<readonly [what: string, answer: unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an object', {}],
    ['a function', () => 1],
    ['a promise', Promise.resolve(1)],
  ])('%s is not a valid result', (_, answer) => {
    const matcher = createTestMatcher(host({ 'service-answer': () => answer as HostValue }));
    expect(evaluateText('(service-answer)', {}, matcher)).toBe(
      "error: The host function 'service-answer' returned something that is not a value of the language",
    );
  });

  test('an integer of more than 64 bits is not a valid result', () => {
    const matcher = createTestMatcher(host({ 'service-answer': () => 2n ** 63n }));
    expect(evaluateText('(service-answer)', {}, matcher)).toBe(
      "error: The host function 'service-answer' returned an integer that does not fit in 64 bits",
    );
  });

  test('an exception of the host is an evaluation error', () => {
    const fail = () => {
      throw new Error('out of order');
    };
    const matcher = createTestMatcher(host({ 'service-answer': fail }));
    expect(evaluateText('(service-answer)', {}, matcher)).toBe(
      "error: The host function 'service-answer' failed: out of order",
    );
  });

  test('service-now is the clock of the evaluation, in seconds', () => {
    const matcher = createTestMatcher();
    matcher.now = 1.5;
    expect(evaluateText('(service-now)', {}, matcher)).toBe('d1.5');
  });

  test('service-matches searches', () => {
    expect(evaluateText('(service-matches "b+c" "abbc")')).toBe('y"TRUE"');
    expect(evaluateText('(service-matches "^b" abbc)')).toBe('y"FALSE"');
  });
});
