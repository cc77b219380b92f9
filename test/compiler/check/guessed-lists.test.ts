/** Something else where a list is expected: the message shows a list that can be read. */
import { describe, expect, test } from 'vitest';
import { problems } from './problems.ts';

/** Each key that takes a list, in a construct around it; `@` is its value. */
const LISTS: readonly (readonly [key: string, frame: string, value?: string])[] = [
  ['templates', 'templates: @'],
  ['slots', 'templates: [{ name: t, slots: @ }]'],
  ['allowed_values', 'templates: [{ name: t, slots: [{ name: s, type: symbol, allowed_values: @ }] }]'],
  ['allowed_symbols', 'templates: [{ name: t, slots: [{ name: s, type: symbol, allowed_symbols: @ }] }]'],
  ['allowed_strings', 'templates: [{ name: t, slots: [{ name: s, type: string, allowed_strings: @ }] }]'],
  ['rules', 'rules: @'],
  ['tables', 'tables: @'],
  ['modules', 'modules: @'],
  ['focus_order', 'focus_order: @'],
  ['imports', 'imports: @'],
  ['functions', 'functions: @'],
  ['params', 'functions: [{ name: f, type: classification, hierarchy_ref: h, params: @ }]'],
  ['hierarchies', 'hierarchies: @'],
  ['levels', 'hierarchies: [{ name: h, levels: @ }]'],
  ['compartments', 'hierarchies: [{ name: h, levels: [a, b], compartments: @ }]'],
  ['relations', 'relations: @'],
  ['columns', 'relations: [{ name: r, columns: @, rows: [[prod]] }]'],
  ['rows', 'relations: [{ name: r, columns: [{ name: ns, type: string }], rows: @ }]'],
  ['input', 'input: @'],
  ['required', 'input: [{ template: t, slots: { s: $.s }, required: @ }]'],
  ['any', 'input: [{ template: t, each: { any: @ }, slots: { s: "@.s" } }]'],
  ['subjects', 'authzen: { subjects: @ }'],
  ['resources', 'authzen: { resources: @ }'],
  ['actions', 'authzen: { actions: @ }'],
  ['when', 'rules: [{ name: r, when: @, then: { action: allow } }]'],
  ['conditions', 'rules: [{ name: r, when: [{ template: t, conditions: @ }], then: { action: allow } }]'],
  ['not', 'rules: [{ name: r, when: [{ not: @ }], then: { action: allow } }]'],
  ['exists', 'rules: [{ name: r, when: [{ exists: @ }], then: { action: allow } }]'],
  ['any', 'rules: [{ name: r, when: [{ any: @ }], then: { action: allow } }]'],
  [
    'must',
    'rules: [{ name: r, when: [{ forall: { each: { template: t }, must: @ } }], then: { action: allow } }]',
  ],
  ['count', 'rules: [{ name: r, when: [{ count: @, as: "?n" }], then: { action: allow } }]'],
  ['from', 'rules: [{ name: r, when: [{ sum: { of: $t.n, from: @ }, as: "?n" }], then: { action: allow } }]'],
  ['obligations', 'rules: [{ name: r, when: [{ template: t }], then: { action: allow, obligations: @ } }]'],
  ['notify', 'rules: [{ name: r, when: [{ template: t }], then: { action: escalate, notify: @ } }]'],
  ['assert', 'rules: [{ name: r, when: [{ template: t }], then: { action: allow, assert: @ } }]'],
  ['retract', 'rules: [{ name: r, when: [{ template: t }], then: { action: allow, retract: @ } }]'],
  ['modify', 'rules: [{ name: r, when: [{ template: t }], then: { action: allow, modify: @ } }]'],
  [
    'inputs',
    'tables: [{ name: t, when: [{ template: t }], inputs: @, outputs: [action], rows: [["-", deny]] }]',
    '$t.s',
  ],
  [
    'outputs',
    'tables: [{ name: t, when: [{ template: t }], inputs: [$t.s], outputs: @, rows: [["-", deny]] }]',
    'action',
  ],
  [
    'rows',
    'tables: [{ name: t, when: [{ template: t }], inputs: [$t.s], outputs: [action, reason], rows: @ }]',
  ],
  [
    'default',
    'tables: [{ name: t, when: [{ template: t }], inputs: [$t.s], outputs: [action, reason], rows: [["-", deny, x]], default: @ }]',
  ],
];

describe('wherever a list is expected, the message shows one that can be read', () => {
  const readProblems = (text: string): readonly string[] =>
    problems(text).filter((problem) =>
      /^(list-expected|wrong-kind|row-|missing-key|unknown-key|yaml-)/.test(problem),
    );

  test.each(LISTS.map(([key, frame, value = '5']) => ({ key, frame, value })))(
    '$key in $frame',
    ({ key, frame, value }) => {
      const [told, ...others] = readProblems(`${frame.replace('@', value)}\n`);
      const meant = new RegExp(
        `^list-expected: \`${key}\` must be a list, found [\\w ]+: write \`${key}: (\\[.+\\])\`$`,
      ).exec(told ?? '')?.[1];
      expect([told, meant, others]).toEqual([told, expect.any(String), []]);
      expect(readProblems(`${frame.replace('@', meant ?? '')}\n`)).toEqual([]);
    },
  );

  test.each([
    ['{ ns: prod }', 'a map', '[prod]'],
    ['prod', 'text', '[prod]'],
  ])('a row of a relation: %s', (row, found, meant) => {
    const text = `relations: [{ name: r, columns: [{ name: ns, type: string }], rows: [${row}] }]\n`;
    expect(readProblems(text)).toEqual([
      `row-expected: a row is a list of cells, found ${found}: write \`${meant}\``,
    ]);
  });

  test('a row of a table', () => {
    const text =
      'tables: [{ name: t, when: [{ template: t }], inputs: [$t.s], outputs: [action], rows: [{ s: "< 3", action: deny }] }]\n';
    expect(readProblems(text)).toEqual([
      'row-expected: a row is a list of cells, found a map: write `["< 3", deny]`',
    ]);
  });
});
