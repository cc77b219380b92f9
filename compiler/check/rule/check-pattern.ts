import type { Slot, Template } from '../../ruleset.ts';
import type { ConditionSyntax, PatternSyntax } from '../../syntax.ts';
import type { ConditionScope } from './check-condition.ts';
import { checkSlot as checkConditions } from './check-each.ts';
import { checkTemporal, isTemporal } from './check-temporal.ts';
import {
  reportUnknownSlot,
  slotOf,
  type AliasedPattern,
  type DraftPattern,
  type Environment,
} from '../scope/environment.ts';
import { findMatched } from '../scope/find-template.ts';
import { bindSlot, resolveAlias, variablesOf } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/**
 * One pattern. Its fields are in the order in which their slots are first mentioned, a mention in another slot's
 * condition included. Binds the alias and the variables in the environment. Null (reported) without a template.
 */
export function checkPattern(
  syntax: PatternSyntax,
  environment: Environment,
  context: RuleContext,
): DraftPattern | null {
  const template = findMatched(syntax, context);
  if (template === null) {
    context.incomplete.value = true;
    return null;
  }
  const pattern: DraftPattern = {
    kind: 'pattern',
    template: template.name,
    address: null,
    fields: [],
    at: syntax.at,
  };
  const of: AliasedPattern = { alias: syntax.alias?.value ?? null, template, pattern };
  if (syntax.alias && environment.aliases.has(syntax.alias.value)) {
    const { value: name, at } = syntax.alias;
    context.report.add('duplicate-name', at, { kind: 'alias', name, file: at.file });
  }
  checkFields(of, conditionsBySlot(syntax, template, context), environment, context);
  if (of.alias !== null) environment.aliases.set(of.alias, of);
  checkTemporal(syntax.conditions, of, environment, context);
  return pattern;
}

type Pending = Map<string, { readonly slot: Slot; readonly conditions: ConditionSyntax[] }>;

/** Conditions of one slot belong together, wherever they appear in the pattern. */
function conditionsBySlot(syntax: PatternSyntax, template: Template, context: RuleContext): Pending {
  const pending: Pending = new Map();
  for (const written of syntax.conditions) {
    const condition = isTemporal(written) ? { ...written, expression: null } : written;
    if (condition.slot === null) continue;
    const slot = slotOf(template, condition.slot.value);
    if (slot === null) {
      reportUnknownSlot(condition.slot, template, context.report);
      context.incomplete.value = true;
    } else if ((condition.expression ?? condition.bind ?? condition.each) !== null) {
      const known = pending.get(slot.name);
      if (known === undefined) pending.set(slot.name, { slot, conditions: [condition] });
      else known.conditions.push(condition);
    }
  }
  return pending;
}

function checkFields(
  of: AliasedPattern,
  pending: Pending,
  environment: Environment,
  context: RuleContext,
): void {
  const open = new Set<string>();
  const checkSlot = (name: string): void => {
    const group = pending.get(name);
    if (group === undefined) return;
    pending.delete(name);
    open.add(name);
    checkConditions(group.conditions, { of, slot: group.slot, scope, environment, context });
    open.delete(name);
  };
  const ownSlot = (name: string, at: PatternSyntax['at']) => {
    if (open.has(name)) {
      context.report.add('compares-with-itself', at, { slot: name });
      return null;
    }
    checkSlot(name);
    return bindSlot(of, name, at, context);
  };
  const scope: ConditionScope = {
    reference(alias, slot, at) {
      if (alias === of.alias) return ownSlot(slot, at);
      const found = resolveAlias(alias, at, environment, context);
      return found && bindSlot(found, slot, at, context);
    },
    ...variablesOf(environment, context),
    sibling(slot) {
      const bound = ownSlot(slot, of.pattern.at);
      return bound && { kind: 'variable', name: bound.name, multi: false, at: of.pattern.at };
    },
  };
  for (const name of [...pending.keys()]) checkSlot(name);
}
