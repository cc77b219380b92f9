import { patternsOf } from '../../compiler/left-side.ts';
import type { ConditionElement, Rule, Ruleset } from '../../compiler/ruleset.ts';

/** Effect of a rule's right side on facts of a template; `unknown` if it may do anything. */
interface TemplateEffect {
  readonly rule: Rule;
  readonly template: string | null;
  readonly adds: boolean;
  readonly removes: boolean;
}

export function effectsOf(rule: Rule): readonly TemplateEffect[] {
  return rule.then.effects.map((effect): TemplateEffect => {
    switch (effect.kind) {
      case 'assert':
        return { rule, template: effect.template, adds: true, removes: false };
      case 'retract': {
        const pattern = patternsOf(rule.when).find(({ address }) => address === effect.address);
        return { rule, template: pattern?.template ?? null, adds: false, removes: true };
      }
      case 'modify':
        return { rule, template: effect.template, adds: true, removes: true };
      default:
        return { rule, template: null, adds: true, removes: true };
    }
  });
}

/** Templates whose facts a rule needs, and those whose facts can be in its way. */
export function readTemplates(elements: readonly ConditionElement[]): {
  readonly needed: ReadonlySet<string>;
  readonly inTheWay: ReadonlySet<string>;
} {
  const needed = new Set<string>();
  const inTheWay = new Set<string>();
  const walk = (some: readonly ConditionElement[], negated: boolean): void => {
    for (const element of some) {
      if (element.kind === 'pattern') (negated ? inTheWay : needed).add(element.template);
      else if (element.kind === 'not') walk([element.element], true);
      else if (element.kind !== 'test') walk(element.elements, negated);
    }
  };
  walk(elements, false);
  return { needed, inTheWay };
}

/**
 * True if a rule that matches when another one fires also fires: its module still gets the focus, and nothing that fires
 * from then on takes away what it needs or brings what is in its way.
 */
export function firesAfter(ruleset: Ruleset, rule: Rule, other: Rule): boolean {
  const turn = ({ module }: Rule): number => ruleset.focusOrder.indexOf(module);
  if (turn(rule) === -1 || turn(rule) < turn(other)) return false;
  const { needed, inTheWay } = readTemplates(rule.when);
  return ruleset.rules
    .filter((one) => turn(one) >= turn(other))
    .flatMap(effectsOf)
    .every(({ template, adds, removes }) => {
      if (template === null || inTheWay.has(template)) return !(adds || removes);
      return !(removes && needed.has(template));
    });
}
