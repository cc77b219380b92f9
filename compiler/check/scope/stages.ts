import { buildAt } from '../../language/operators/build-expression.ts';
import { STAGE_RULE, STAGE_TEMPLATE, TICK_TEMPLATE } from '../../hidden-templates.ts';
import type { ConditionElement, Rule } from '../../untyped.ts';

/** Highest that a rule can have. */
const HIGHEST_SALIENCE = 10_000;

/** The hidden rules that assert the stage of each module whose rules have aggregates. */
export function stagesOf(rules: readonly Rule[]): readonly Rule[] {
  const first = new Map<string, Rule>();
  for (const rule of rules) {
    if (!first.has(rule.module) && rule.when.some(matchesStage)) first.set(rule.module, rule);
  }
  return [...first].map(([module, { at }]) => ({
    name: STAGE_RULE,
    module,
    description: '',
    salience: HIGHEST_SALIENCE,
    when: [{ kind: 'pattern', template: TICK_TEMPLATE, address: null, fields: [], at }],
    then: {
      action: null,
      reason: [],
      log: 'none',
      notify: [],
      attestation: false,
      scope: null,
      metadata: [],
      obligations: [],
      effects: [
        {
          kind: 'assert',
          template: STAGE_TEMPLATE,
          slots: [{ slot: 'module', value: buildAt(at).symbol(module) }],
          at,
        },
      ],
    },
    at,
  }));
}

/** A rule with an aggregate anywhere has the stage as its last pattern, too. */
function matchesStage(element: ConditionElement): boolean {
  return element.kind === 'pattern' && element.template === STAGE_TEMPLATE;
}
