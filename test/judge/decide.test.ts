import { expect, it } from 'vitest';
import { decide, type Firing } from '../../library/node/clips/decide.ts';

const firing = (rule: string, action: string): Firing => ({
  rule,
  action,
  reason: `because ${rule}`,
  metadata: [],
});
const FIRED = [
  firing('M::a', 'allow'),
  firing('M::d', 'deny'),
  firing('N::d2', 'deny'),
  firing('M::s', 'scope'),
  firing('N::n', 'none'),
];

it.each([
  ['deny-overrides', 'deny', 'because N::d2'],
  ['allow-overrides', 'allow', 'because M::a'],
  ['first', 'allow', 'because M::a'],
  ['last', 'scope', 'because M::s'],
] as const)('%s: %s, %s', (mode, decision, reason) => {
  expect(decide(FIRED, mode)).toMatchObject({ decision, reason, moduleTrace: ['M', 'N'] });
});

it('denies when no rule with an action fired', () => {
  expect(decide([firing('M::n', 'none')], 'deny-overrides')).toEqual({
    decision: 'deny',
    reason: 'default decision (no rule decided)',
    metadata: [],
    ruleTrace: ['M::n'],
    moduleTrace: ['M'],
  });
});
