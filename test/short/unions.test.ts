/** Types of the items of several lists, which rules also go through one by one. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const UNION = 'input["items", "more"]';

async function decides(conditions: readonly string[], input: unknown): Promise<string> {
  const rules = conditions.map((condition, i) => `  r${i}: { allow: x, if: '${condition}' }\n`).join('');
  const engine = await Engine.fromSources([{ path: 'a.yaml', text: `rules:\n${rules}` }], { warmUp: false });
  return engine.evaluate({ scoped: true, input, facts: [] }).decision ?? 'none';
}

const codesOf = (conditions: readonly string[]): readonly string[] => {
  const rules = conditions.map((condition, i) => `  r${i}: { allow: x, if: '${condition}' }\n`).join('');
  return compileSources([{ path: 'a.yaml', text: `rules:\n${rules}` }]).diagnostics.map(({ code }) => code);
};

const DISTINCT = `distinct(c in ${UNION}, c.t) == 1`;
const TEXT = 'exists(i in input.items, i.t == "zzz")';

describe('the items of several lists', () => {
  test('have the types of the same paths of one list', async () => {
    expect(await decides([DISTINCT], { items: [{ t: 5 }], more: [] })).toBe('allow');
    expect(await decides([DISTINCT, TEXT], { items: [{ t: 5 }], more: [] })).toBe('deny');
    expect(await decides([TEXT, DISTINCT], { items: [{ t: 'a' }], more: [{ t: 'a' }] })).toBe('allow');
  });

  test('give their types to each list', async () => {
    const own = 'distinct(i in input.more, i.t) == 1';
    const union = `exists(c in ${UNION}, c.t == "zzz")`;
    expect(await decides([own], { more: [{ t: 5 }] })).toBe('allow');
    expect(await decides([own, union], { more: [{ t: 5 }] })).toBe('deny');
  });

  test('have the types of lists within them', () => {
    const own = 'exists(i in input.items, exists(s in i.subs, s.q == 3))';
    expect(codesOf([`exists(c in ${UNION}, exists(s in c.subs, s.q == "a"))`, own])).toContain(
      'short-input-type',
    );
  });

  test('are refused where uses contradict each other', () => {
    expect(codesOf([`exists(c in ${UNION}, c.t == "a")`, 'exists(i in input.more, i.t > 5)'])).toContain(
      'short-input-type',
    );
  });

  test('take any value where their lists have several types', async () => {
    const number = 'exists(i in input.more, i.t > 5)';
    expect(await decides([DISTINCT, TEXT, number], { items: [{ t: 'a' }], more: [] })).toBe('allow');
  });
});
