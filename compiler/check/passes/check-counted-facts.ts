import type { TemporalMeaning } from '../../temporal-meaning.ts';
import type { Effect, Rule } from '../../untyped.ts';
import type { Pass } from '../checked.ts';

function templatesOf(meaning: TemporalMeaning): readonly string[] {
  // Counts of aggregates only need settled facts (check-settled.ts).
  if (meaning.kind === 'aggregate') return [];
  return meaning.kind === 'sequence' ? meaning.steps.map(({ template }) => template) : [meaning.template];
}

/** The template of the fact that an effect changes: that of a pattern at the top level of the rule. */
export function changedTemplate(rule: Rule, effect: Effect): string | null {
  if (effect.kind === 'assert') return null;
  const pattern = rule.when.find(
    (element) => element.kind === 'pattern' && element.address === effect.address,
  );
  return pattern?.kind === 'pattern' ? pattern.template : null;
}

/**
 * Counts stay the same for a whole run. Derived facts are recognised by their index, but a fact that a rule
 * has taken away is gone from the constructs, so rules leave counted facts alone.
 */
export const checkCountedFacts: Pass = (checked, report) => {
  const counted = new Set(checked.internals.temporal().flatMap(({ meaning }) => templatesOf(meaning)));
  for (const rule of checked.rules) {
    for (const effect of rule.then.effects) {
      const template = changedTemplate(rule, effect);
      if (template !== null && counted.has(template))
        report.add('counted-fact-changed', effect.at, { template });
    }
  }
  return checked;
};
