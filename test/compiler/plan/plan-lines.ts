/** Small rulesets and what the print of their plans says. */
import { expect } from 'vitest';
import { compileDocument } from '../emit/compile.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const slots = (...names: string[]) => names.map((name) => ({ name, type: 'integer', default: 0 }));
export const templates = ['a', 'b', 'n'].map((name) => ({ name, slots: slots('x', 'y') }));

export type Pattern = Record<string, unknown>;
export const a: Pattern = { template: 'a', alias: '$a' };
export const same = (template: string, extra: Pattern = {}): Pattern => ({
  template,
  ...extra,
  conditions: [{ slot: 'x', expression: 'equals($a.x)' }],
});

/** The lines of the plan with this in them. */
export function planLines(
  part: string,
  when: readonly unknown[],
  then: unknown,
  ...others: unknown[]
): string[] {
  const rules = [{ name: 'r', when, then }, ...others];
  const { matching, diagnostics } = compileDocument({ templates, ruleset: 'plan', rules });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return printPlan(matching())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(part));
}

export const allow = { action: 'allow', reason: 'r' };
