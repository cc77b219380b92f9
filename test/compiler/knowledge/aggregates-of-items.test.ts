/** Items of a list are not facts: an aggregate refuses `each`, and the form that its diagnostic suggests counts them. */
import { expect, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { check } from '../check/check.ts';

const TEMPLATES = `templates:
  - { name: item, slots: [{ name: tags, type: symbol, list: true }] }
  - { name: mark, slots: [{ name: of, type: symbol }] }
modules: [{ name: items }, { name: judge }]
focus_order: [items, judge]
---
`;
const judge = (pattern: string): string => `module: judge
rules:
  - name: count
    when: [{ template: item }, { count: [${pattern}], as: "?v" }]
    then: { action: allow, reason: "{v}" }
`;

test('is refused, with the way out', () => {
  const { messages } = check(
    TEMPLATES + judge('{ template: item, conditions: [{ slot: tags, each: "?t" }] }'),
  );
  expect(messages).toContain(
    '`each` cannot be used in an aggregate, which counts facts and not items: use `has(…)`, or assert a fact for each item in a rule of an earlier module',
  );
});

test('facts that an earlier module asserts for items are counted', async () => {
  const marking = `module: items
rules:
  - name: mark-tags
    when: [{ template: item, conditions: [{ slot: tags, each: "?t" }] }]
    then: { assert: [{ template: mark, slots: { of: "?t" } }] }
---
`;
  const source = { path: 'r.yaml', text: TEMPLATES + marking + judge('{ template: mark }') };
  const engine = await Engine.fromSources([source], { strict: true });
  const item = (...tags: readonly string[]) => ({ template: 'item', data: { tags } });
  const { reason } = engine.evaluate({ scoped: true, facts: [item('x', 'y'), item('y', 'z')] });
  expect(reason).toBe('3');
});
