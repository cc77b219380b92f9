/** `forall` over facts whose filter is unknown. */
import { expect, test } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

const FORALL = 'forall(t, const.m[t.k] > 3, exists(u, u.id == t.id))';

test.each([
  [`exists(t) and ${FORALL}`, 'a', true, true],
  [`exists(t) and ${FORALL}`, 'b', false, false],
  // The map has no such key, so nothing says if the filter takes the fact.
  [`exists(t) and ${FORALL}`, 'c', false, true],
  [`exists(t) and not ${FORALL}`, 'c', false, true],
  [`exists(t) and not ${FORALL}`, 'b', true, true],
])('%s with the key %s', async (condition, k, certain, possible) => {
  for (const [action, expected] of [
    ['allow', certain],
    ['deny', possible],
  ] as const) {
    const text = `
constants: { m: { a: 1, b: 5 } }
templates: { t: { k: string, id: string }, u: { id: string } }
default: none
rules: { one: { ${action}: true, if: '${condition}' } }
`;
    const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });
    const facts = [{ template: 't', data: { k, id: '1' } }];
    expect(engine.evaluate({ scoped: true, facts }).decision !== null).toBe(expected);
  }
});
