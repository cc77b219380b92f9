import { describe, expect, it } from 'vitest';
import { byBringer } from '../../library/by-bringer.ts';
import { Engine } from '../../library/node/engine.ts';
import { publishedRulesets, shippedRulesets } from './ruleset-cases.ts';

describe.each([...shippedRulesets, ...publishedRulesets])('$name', async ({ path, cases }) => {
  const engine = await Engine.fromRules(path);

  it('compiles without a warning', () => {
    expect(engine.warnings).toEqual([]);
  });

  it.each(cases)('$name', ({ facts, expect: { decision, reason, fired, metadata } }) => {
    const result = engine.evaluate({ scoped: true, ...byBringer(engine.ruleset, facts) });
    expect(result.decision).toBe(decision);
    if (fired) expect([...result.ruleTrace].sort()).toEqual(fired);
    if (reason !== undefined) expect(result.reason).toBe(reason);
    if (metadata) expect(result.metadata).toEqual(metadata);
  });
});

describe.each(shippedRulesets)('the cases of $name', ({ path, cases }) => {
  it('say why, and have names of their own', () => {
    expect(cases.filter(({ expect: { reason, fired } }) => reason === undefined || !fired)).toEqual([]);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it('fire every rule', async () => {
    const { rules } = (await Engine.fromRules(path)).describe();
    const fired = new Set(cases.flatMap((one) => one.expect.fired ?? []));
    expect(rules.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual([]);
  });

  it('see the default decision', () => {
    expect(cases.some((one) => one.expect.fired?.length === 0 && one.expect.decision === 'deny')).toBe(true);
  });
});
