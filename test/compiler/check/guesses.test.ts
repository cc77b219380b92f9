/** Rules as authors of other systems write them: each message shows how to write it, and nothing follows from it. */
import { describe, expect, test } from 'vitest';
import { findCommand } from '../../../cli/find-command.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { problems } from './problems.ts';

const TEMPLATES = `templates:
  - name: query
    slots:
      - { name: rows, type: integer, required: true }
      - { name: user, type: string }
      - { name: kind, type: symbol }
      - { name: ok, type: boolean }
      - { name: at, type: time }
  - { name: approval, slots: [{ name: user, type: string }] }
`;

const rule = (when: string, then = '{ action: deny, reason: x }'): string =>
  `${TEMPLATES}rules:\n  - name: r\n    when: ${when}\n    then: ${then}\n`;
const condition = (text: string): string => rule(`[{ template: query, conditions: [${text}] }]`);
const expression = (slot: string, text: string): string =>
  condition(`{ slot: ${slot}, expression: ${JSON.stringify(text)} }`);

describe('an operator as a key', () => {
  test.each([
    ['{ slot: rows, greater_than: 1000 }', '{ slot: rows, expression: greater_than(1000) }'],
    ['{ slot: rows, gt: 1000 }', '{ slot: rows, expression: greater_than(1000) }'],
    ['{ slot: kind, in: [a, b] }', '{ slot: kind, expression: "in([a, b])" }'],
    ['{ slot: user, equals: root }', '{ slot: user, expression: equals(root) }'],
    ['{ slot: rows, operator: at_most, value: 5 }', '{ slot: rows, expression: at_most(5) }'],
    ['{ slot: rows, op: ">", value: 5 }', '{ slot: rows, expression: greater_than(5) }'],
    ['{ rows: 5 }', '{ slot: rows, expression: equals(5) }'],
  ])('%s', (text, meant) => {
    expect(problems(condition(text))).toEqual([`written-otherwise: invalid \`${text}\`: write \`${meant}\``]);
  });
});

describe('an expression without an operator', () => {
  test.each([
    ['rows', '> 1000', 'greater_than(1000)'],
    ['rows', '>= 1000', 'at_least(1000)'],
    ['rows', 'rows < 10', 'less_than(10)'],
    ['user', '!= root', 'not_equals(root)'],
    ['user', 'root', 'equals(root)'],
    ['kind', 'in [a, b]', 'in([a, b])'],
    ['rows', 'between 1 and 5', 'between(1, 5)'],
  ])('%s: %s', (slot, text, meant) => {
    expect(problems(expression(slot, text))).toEqual([
      `expression-form: expected \`operator(arguments)\`, found \`${text}\` (did you mean '${meant}'?)`,
    ]);
  });

  test('of another slot is not turned into one of this slot', () => {
    expect(problems(expression('user', 'rows > 10'))).toEqual([
      'expression-form: expected `operator(arguments)`, found `rows > 10`',
    ]);
  });
});

describe('a word of another system', () => {
  test.each([
    [
      expression('kind', 'in(a, b)'),
      "argument-count: `in` takes 1 argument(s), found 2 (did you mean 'in([a, b])'?)",
    ],
    [
      expression('at', 'not_older_than(7d)'),
      "unknown-operator: unknown operator `not_older_than`: slots of type TIME support equals, not_equals, before, within_last, in and others (did you mean 'within_last'?)",
    ],
    [
      expression('rows', 'gt(5)'),
      "unknown-operator: unknown operator `gt`: slots of type INTEGER support equals, not_equals, greater_than, between, in and others (did you mean 'greater_than'?)",
    ],
    [
      expression('user', 'startsWith(a)'),
      "unknown-operator: unknown operator `startsWith`: slots of type STRING support equals, not_equals, contains, matches, in and others (did you mean 'starts_with'?)",
    ],
    [
      expression('at', 'older_than(0s)'),
      'window-not-positive: invalid time span `0s`: expected `1s` or more',
    ],
    [
      expression('at', 'older_than(7 days)'),
      "argument-kind: invalid argument for `older_than`: expected a literal duration, such as `90s`, `15m`, `36h` or `7d` (did you mean '7d'?)",
    ],
    [
      condition('{ slot: at, bind: "?t" }, { test: "(> (time-now) ?t)" }'),
      "clips-unknown-function: unknown function `time-now` (did you mean 'service-now'?)",
    ],
    [
      rule('[{ template: query }]', '{ action: block }'),
      "unknown-action: unknown action `block`: expected allow, deny, escalate, scope or route (did you mean 'deny'?)",
    ],
    [
      'templates: [{ name: t, slots: [{ name: s, type: datetime }] }]\n',
      "unknown-slot-type: unknown slot type `datetime`: expected string, symbol, integer, float, boolean or time (did you mean 'time'?)",
    ],
  ])('%#', (text, message) => {
    expect(problems(text)[0]).toBe(message);
    expect(problems(text).filter((problem) => !problem.startsWith('ruleset-without-rules'))).toHaveLength(1);
  });
});

describe('a name in a reason', () => {
  test.each([
    ['[{ template: query }]', '{rows}', '`{query.rows}`, and `alias: $query` in the pattern of `query`'],
    ['[{ template: query, alias: $q }]', '{rows}', '`{q.rows}`'],
    ['[{ template: query, alias: $q }]', '{query.rows}', '`{q.rows}`'],
    ['[{ template: query }]', '{query.rows}', '`alias: $query` in the pattern of `query`'],
  ])('%s %s', (when, text, meant) => {
    expect(problems(rule(when, `{ action: deny, reason: "${text} rows" }`))).toEqual([
      `unbound-field: \`${text}\` is not a variable: write ${meant}`,
    ]);
  });
});

describe('the right side', () => {
  test.each([
    ['deny', 'then: { action: deny }'],
    ['block', 'then: { action: deny }'],
    ['[{ action: deny }]', 'then: { action: deny }'],
    ['{ deny: true }', 'then: { action: deny }'],
  ])('then: %s', (then, meant) => {
    expect(problems(rule('[{ template: query }]', then))).toEqual([
      `written-otherwise: invalid \`then: ${then}\`: write \`${meant}\``,
    ]);
  });

  test.each(['effect', 'decision', 'result'])('then: { %s: deny }', (key) => {
    expect(problems(rule('[{ template: query }]', `{ ${key}: deny }`))).toEqual([
      `unknown-key: unknown key \`${key}\` in \`then\` (did you mean 'action'?)`,
    ]);
  });
});

describe('a map where a list is expected', () => {
  test.each([
    [rule('{ template: query }'), '`when` must be a list, found a map: write `when: [{ template: query }]`'],
    [rule('query'), '`when` must be a list, found text: write `when: [{ template: query }]`'],
    [
      rule('[{ template: query, conditions: { slot: rows, expression: equals(1) } }]'),
      '`conditions` must be a list, found a map: write `conditions: [{ slot: rows, expression: equals(1) }]`',
    ],
    [
      rule('[{ template: query, conditions: { rows: equals(1) } }]'),
      '`conditions` must be a list, found a map: write `conditions: [{ slot: rows, expression: equals(1) }]`',
    ],
    [
      rule('[{ not: { template: approval } }]'),
      '`not` must be a list, found a map: write `not: [{ template: approval }]`',
    ],
    [
      rule('[{ any: { template: approval } }]'),
      '`any` must be a list, found a map: write `any: [[{ template: approval }]]`',
    ],
    [
      'templates: all\n',
      '`templates` must be a list, found text: write `templates: [{ name: call, slots: [{ name: tool, type: symbol }] }]`',
    ],
  ])('%#', (text, message) => {
    expect(problems(text).filter((problem) => !problem.startsWith('ruleset-without-rules'))).toEqual([
      `list-expected: ${message}`,
    ]);
  });
});

describe('a condition beside a pattern', () => {
  test.each([
    [
      '[{ template: query, conditions: [{ slot: rows, bind: "?n" }] }, { test: "(> ?n 3)" }]',
      '{ test: "(> ?n 3)" }',
      '{ template: query, conditions: [{ test: "(> ?n 3)" }] }',
    ],
    [
      '[{ template: query }, "(> 4 3)"]',
      '"(> 4 3)"',
      '{ template: query, conditions: [{ test: "(> 4 3)" }] }',
    ],
    [
      '[{ template: query, slot: rows, expression: equals(1) }]',
      '{ template: query, slot: rows, expression: equals(1) }',
      '{ template: query, conditions: [{ slot: rows, expression: equals(1) }] }',
    ],
    ['[query]', 'query', '{ template: query }'],
    ['[{ all: [{ template: query }] }]', '{ all: [{ template: query }] }', '{ template: query }'],
    ['[{ any: [{ template: query }] }]', '{ template: query }', '[{ template: query }]'],
  ])('%s', (when, text, meant) => {
    expect(problems(rule(when))).toEqual([`written-otherwise: invalid \`${text}\`: write \`${meant}\``]);
  });
});

test('a span of time in an aggregate', () => {
  const recent =
    '{ template: query, conditions: [{ slot: user, expression: equals(ann) }, { slot: at, expression: within_last(5m) }] }';
  expect(
    problems(rule(`[{ template: approval }, { count: [${recent}], expression: greater_than(3) }]`)),
  ).toEqual([
    'aggregate-recent: an aggregate cannot read the clock: to count the facts of a time span, write the condition `rate_exceeds(query, user, ann, COUNT, 5m, at)` on a slot of another pattern',
  ]);
});

test.each([
  ['eval', 'evaluate'],
  ['exec', 'evaluate'],
  ['check', 'validate'],
  ['evalute', 'evaluate'],
  ['format', 'fmt'],
])('ferrule %s', (word, meant) => {
  expect(() => findCommand(COMMANDS, [word])).toThrow(`unknown command '${word}' (did you mean ${meant}?)`);
});
