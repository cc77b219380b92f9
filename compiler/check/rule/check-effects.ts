import { relationOf } from '../../relation.ts';
import type { Template } from '../../ruleset.ts';
import type { Effect } from '../../untyped.ts';
import type { Located, ThenSyntax } from '../../syntax.ts';
import { checkSlotValues } from './check-slot-values.ts';
import type { AliasedPattern, Environment } from '../scope/environment.ts';
import { findTemplate } from '../scope/find-template.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** Effects of a firing on working memory: asserts, then retracts, then modifies, each in document order. */
export function checkEffects(
  then: ThenSyntax,
  environment: Environment,
  context: RuleContext,
): readonly Effect[] {
  const touched = new Set<string>();
  const findFact = (alias: Located<string>): AliasedPattern | null => {
    if (touched.has(alias.value)) context.report.add('effects-conflict', alias.at, { name: alias.value });
    touched.add(alias.value);
    return addressFact(alias, environment, context);
  };
  const asserts = then.assert.flatMap(({ template: name, slots, at }): readonly Effect[] => {
    const template = findTemplate(name, context);
    if (template === null || isOfDocument(template, name, context)) return [];
    const values = checkSlotValues(slots, template, environment, context);
    return [{ kind: 'assert', template: template.name, slots: values, at }];
  });
  const retracts = then.retract.flatMap((alias): readonly Effect[] => {
    const address = findFact(alias)?.pattern.address;
    return address ? [{ kind: 'retract', address, at: alias.at }] : [];
  });
  const modifies = then.modify.flatMap(({ fact, slots, at }): readonly Effect[] => {
    const found = findFact(fact);
    if (!found?.pattern.address) return [];
    const values = checkSlotValues(slots, found.template, environment, context);
    const { address, template } = found.pattern;
    return [{ kind: 'modify', address, template, slots: values, at }];
  });
  return [...asserts, ...retracts, ...modifies];
}

/** True, and reported, if only the document brings facts of the template. */
function isOfDocument({ name, from }: Template, { at }: Located<string>, { report }: RuleContext): boolean {
  if (from !== 'document') return false;
  report.add('input-document-template', at, { name });
  return true;
}

/** The pattern whose fact an effect changes; gives it a variable for the fact's address when it has none. */
function addressFact(
  alias: Located<string>,
  environment: Environment,
  context: RuleContext,
): AliasedPattern | null {
  // Aliases of groups never get into the environment of the rule's top level.
  const found = environment.aliases.get(alias.value) ?? null;
  if (found === null) {
    if (!context.incomplete.value) context.report.add('effect-out-of-reach', alias.at, { name: alias.value });
    return null;
  }
  if (isOfDocument(found.template, alias, context)) return null;
  const relation = relationOf(found.template.name);
  if (relation !== null) {
    context.report.add('relation-row-changed', alias.at, { alias: alias.value, name: relation });
    return null;
  }
  found.pattern.address ??= context.fresh(alias.value);
  return found;
}
