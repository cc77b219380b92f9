import type { Rule } from '../../../compiler/ruleset.ts';
import type { RawFinding, Unknown } from '../analysis.ts';
import type { Outcome } from '../evidence.ts';
import type { FindingCode } from '../codes.ts';

export function nameOf({ module, name }: Rule): string {
  return `${module}::${name}`;
}

/** A finding about a rule, for all facts or with an evaluation that shows it. */
export function aboutRule(
  code: FindingCode,
  rule: Rule,
  message: string,
  others: readonly Rule[] = [],
  shown: Outcome | null = null,
): RawFinding {
  return { code, rule: nameOf(rule), message, at: rule.at, with: others.map(nameOf), ...shownBy(shown) };
}

export function shownBy(outcome: Outcome | null): Pick<RawFinding, 'facts' | 'input'> {
  if (outcome === null) return { facts: null };
  const { facts, input } = outcome.request;
  return input === null ? { facts } : { facts, input };
}

export function unknownOf(code: FindingCode, rule: Rule | null, why: Unknown['why']): Unknown {
  return { code, rule: rule === null ? null : nameOf(rule), why };
}
