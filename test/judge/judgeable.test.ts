import { expect, it } from 'vitest';
import type { ConditionElement } from '../../compiler/untyped.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { AT, pattern, rule, ruleset } from '../../tools/judge/rulesets.ts';

const A = pattern('A');
const not = (element: ConditionElement): ConditionElement => ({ kind: 'not', element, at: AT });
const both: ConditionElement = { kind: 'and', elements: [A, A], at: AT };

it.each<[boolean, string, ConditionElement]>([
  [true, 'a pattern', A],
  [true, 'not of a pattern', not(A)],
  [true, 'exists of a pattern', { kind: 'exists', elements: [A], at: AT }],
  [true, 'or of patterns', { kind: 'or', elements: [A, not(A)], at: AT }],
  [false, 'not of several', not(both)],
  [false, 'not of not', not(not(A))],
  [false, 'exists of several', { kind: 'exists', elements: [A, A], at: AT }],
  [false, 'a group inside or', { kind: 'or', elements: [A, not(both)], at: AT }],
])('6.30 judges (%s) %s; 6.4 judges all', (judges, _, element) => {
  const written = ruleset({ rules: [rule('r', [element])] });
  expect(isJudge('6.30', written)).toBe(judges);
  expect(isJudge('6.4.1', written)).toBe(true);
});

it('6.30 does not judge modify', () => {
  const modify = { kind: 'modify', address: 'f', template: 'A', slots: [], at: AT } as const;
  expect(isJudge('6.30', ruleset({ rules: [rule('r', [A], { effects: [modify] })] }))).toBe(false);
});
