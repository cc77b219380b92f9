/** Aggregates that the compiler refuses, with the reason. */
import { describe, expect, it } from 'vitest';
import { check } from '../check/check.ts';

const TEMPLATES = `templates:
  - name: order
    slots:
      - { name: id, type: symbol }
      - { name: limit, type: integer, default: 0 }
  - name: item
    slots:
      - { name: order, type: symbol, default: a }
      - { name: n, type: integer, default: 0 }
      - { name: price, type: float, default: 0 }
      - { name: label, type: string, default: "" }
      - { name: at, type: time, default: 0 }
      - { name: tags, type: symbol, list: true }
  - name: mark
    slots: [{ name: of, type: symbol }]
`;

describe('what is refused', () => {
  const counting = (conditions: string): string =>
    `{ count: [{ template: item, conditions: [{ ${conditions} }] }], as: "?n" }`;
  const GRANTS = 'relations: [{ name: grants, columns: [{ name: role, type: symbol }], rows: [[admin]] }]\n';
  const rule = (when: string, more = ''): string =>
    `${TEMPLATES}rules:\n  - name: r\n    when:\n      - { template: order, alias: $o }\n      - ${when}\n    then: { action: allow${more} }\n`;

  it.each([
    ['nothing asks', 'count: [{ template: item }]', /aggregate-unused/],
    ['a group inside', '{ count: [{ not: [{ template: item }] }], as: "?n" }', /aggregate-content/],
    [
      'an aggregate inside',
      '{ count: [{ count: [{ template: item }], as: "?m" }], as: "?n" }',
      /aggregate-content/,
    ],
    ['a condition `now` inside', counting('now: "weekday_in([mon], UTC)"'), /aggregate-content/],
    ['a query in a test inside', counting('test: "(any-factp ((?f item)) (> ?f:n 1))"'), /aggregate-content/],
    ['a test that is no call', counting('test: "1"'), /test-no-call/],
    [
      'another value in a test inside',
      '{ count: [{ template: item }], as: "?n" }\n      - { count: [{ template: item, conditions: [{ test: "(> ?n 1)" }] }], as: "?m" }',
      /aggregate-content/,
    ],
    [
      'a query as a value',
      '{ sum: { of: "(length$ (find-all-facts ((?f item)) TRUE))", from: [{ template: item }] }, as: "?n" }',
      /aggregate-content/,
    ],
    [
      'a sum of computed texts',
      '{ sum: { of: "(str-cat ?l)", from: [{ template: item, conditions: [{ slot: label, bind: "?l" }] }] }, as: "?n" }',
      /aggregate-value/,
    ],
    [
      'a value of several types',
      '{ collect: { of: "(if (> ?k 1) then ?k else ?l)", from: [{ template: item, conditions: [{ slot: n, bind: "?k" }, { slot: label, bind: "?l" }] }] }, as: "$?n" }',
      /aggregate-value/,
    ],
    ['a temporal condition inside', counting('slot: at, expression: within_last(5m)'), /aggregate-recent/],
    [
      'items of a list inside',
      '{ count: [{ template: item, conditions: [{ slot: tags, each: "?t" }] }], as: "?n" }',
      /aggregate-each/,
    ],
    ['an unknown relation inside', '{ count: [{ relation: grant }], as: "?n" }', /unknown-relation/],
    [
      'another value inside',
      '{ count: [{ template: item }], as: "?n" }\n      - { count: [{ template: item, conditions: [{ slot: n, expression: equals(?n) }] }], as: "?m" }',
      /aggregate-content/,
    ],
    [
      'a slot from outside',
      '{ sum: { of: $o.limit, from: [{ template: item }] }, as: "?n" }',
      /aggregate-of/,
    ],
    ['a text as `of`', '{ sum: { of: limit, from: [{ template: item }] }, as: "?n" }', /aggregate-of/],
    [
      'a sum of texts',
      '{ sum: { of: $i.label, from: [{ template: item, alias: $i }] }, as: "?n" }',
      /aggregate-type/,
    ],
    [
      'a list',
      '{ collect: { of: $i.tags, from: [{ template: item, alias: $i }] }, as: "$?n" }',
      /aggregate-type/,
    ],
    ['one value named as a list', '{ count: [{ template: item }], as: "$?n" }', /aggregate-name/],
    [
      'a binding to the value',
      '{ count: [{ template: item }], as: "?n" }\n      - { template: order, conditions: [{ slot: limit, bind: "?n" }] }',
      /aggregate-bind/,
    ],
    [
      'two names',
      '{ count: [{ template: item }], as: "?n" }\n      - { count: [{ template: item }], as: "?n" }',
      /duplicate-name/,
    ],
    [
      'two kinds in one entry',
      '{ count: [{ template: item }], sum: { of: "?x", from: [] }, as: "?n" }',
      /conflicting-keys/,
    ],
    ['`as` of a pattern', '{ template: item, as: "?n" }', /unknown-key/],
    [
      'an operator that it has not',
      '{ count: [{ template: item }], expression: "contains(a)" }',
      /operator-slot-type/,
    ],
    [
      'a value of a group outside of it',
      '{ exists: [{ count: [{ template: item }], as: "?n" }] }\n      - { template: order, conditions: [{ test: "(> ?n 1)" }] }',
      /clips-unbound-variable/,
    ],
  ])('%s', (_, when, problem) => {
    expect(check(GRANTS + rule(when)).found.join('\n')).toMatch(problem);
  });

  it('what rules of the same or a later module change', () => {
    const count = '{ count: [{ template: item }], as: "?n" }';
    const changed = rule(count, ', assert: [{ template: item, slots: { order: a } }]');
    const { found, messages } = check(changed);
    expect(found.join()).toMatch(/aggregate-not-settled/);
    expect(messages.join()).toMatch(/rule `r` of module `MAIN`/);
  });
});
