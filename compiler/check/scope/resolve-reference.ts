import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { relationOf } from '../../relation.ts';
import type { Slot } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import { slotDomain, type Domain } from './domain.ts';
import {
  addField,
  leadOf,
  reportUnknownSlot,
  slotOf,
  type AliasedPattern,
  type Bound,
  type DraftField,
  type Environment,
} from './environment.ts';
import type { RuleContext } from './rule-context.ts';

/** The pattern behind `$alias`; null (reported) when it is not bound before this place. */
export function resolveAlias(
  alias: string,
  at: Span,
  environment: Environment,
  context: RuleContext,
): AliasedPattern | null {
  const found = environment.aliases.get(alias);
  if (found) return found;
  const isKnown = context.aliases.has(alias);
  // A dropped pattern may have had it.
  if (isKnown && context.incomplete.value) return null;
  if (isKnown) context.report.add('alias-out-of-reach', at, { name: alias });
  else context.report.add('unknown-alias', at, { name: alias }, closestName(alias, context.aliases));
  return null;
}

/**
 * The variable of a slot of a pattern, with the slot's type; null (reported) when the template has no such slot. Binds
 * the slot with a variable of its own when the pattern has none there yet.
 */
export function bindSlot(of: AliasedPattern, slotName: string, at: Span, context: RuleContext): Bound | null {
  const slot = slotOf(of.template, slotName);
  if (slot === null) {
    reportUnknownSlot({ value: slotName, at }, of.template, context.report);
    return null;
  }
  const field = fieldOf(of, slot);
  const lead = leadOf(field);
  if (lead !== null) return { name: lead, type: slot.type, list: slot.list };
  const name = context.fresh(`${of.alias ?? relationOf(of.template.name) ?? of.template.name}-${slotName}`);
  field.constraints.unshift({ kind: 'variable', name, negated: false, at });
  if (of.pattern.fields.some(({ slot: other, each }) => other === slotName && each))
    context.spelled.add(name);
  context.domains.set(name, context.fieldDomains.get(field) ?? slotDomain(slot));
  return { name, type: slot.type, list: slot.list };
}

function fieldOf({ pattern }: AliasedPattern, { name, list }: Slot): DraftField {
  const found = pattern.fields.find(({ slot, each }) => slot === name && each === undefined);
  if (found) return found;
  const added: DraftField = { slot: name, list, constraints: [] };
  addField(pattern, added);
  return added;
}

/** The author's variable `?name`; null (reported) when it is not bound before this place. */
export function resolveVariable(
  name: string,
  at: Span,
  environment: Environment,
  context: RuleContext,
): Bound | null {
  const found = environment.variables.get(name);
  if (found) return found;
  // A dropped pattern may have bound it.
  if (context.incomplete.value && context.binds.has(name)) return null;
  const hidden = environment.hidden.get(name);
  if (hidden === 'branch') context.report.add('variable-of-branch', at, { name });
  else if (hidden === 'group') context.report.add('variable-of-group', at, { name });
  else context.report.add('unbound-name', at, { name }, closestName(name, environment.variables.keys()));
  return null;
}

/** Known values of a variable of the constructs at this place. */
export function domainOf(
  name: string,
  type: SlotType,
  environment: Environment,
  context: RuleContext,
): Domain {
  return (
    environment.domains.get(name) ??
    context.domains.get(name) ?? { type, values: null, excluded: null, low: null, high: null }
  );
}

/** The variables that a condition can name, and their types for diagnostics. */
export function variablesOf(environment: Environment, context: RuleContext) {
  return {
    variable: (name: string, at: Span): Bound | null => resolveVariable(name, at, environment, context),
    typeOf: (name: string): SlotType | null => environment.variables.get(name)?.type ?? null,
  };
}
