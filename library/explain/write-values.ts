import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { variablesOf } from '../../compiler/language/expression/variables.ts';
import { relationOf } from '../../compiler/relation.ts';
import type { Field, Pattern, Rule } from '../../compiler/ruleset.ts';
import { Fact } from '../../runtime/values/values.ts';
import type { DocumentParts } from '../../compiler/document-parts.ts';
import { isUntyped, slotText } from '../document/path-text.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import type { Other } from './explanation.ts';
import { writtenValue } from './list-positions.ts';
import type { Partial } from './match-elements.ts';

/** Facts of one run with the numbers that an explanation gives them. */
export type FactIds = ReadonlyMap<Fact, number>;

export function writeFactData(fact: Fact): Readonly<Record<string, unknown>> {
  return fact.operations.write(fact);
}

export function idOf(ids: FactIds, fact: Fact): number {
  const id = ids.get(fact);
  if (id === undefined) throw new TypeError('a fact of another run');
  return id;
}

/** Source of a variable's value, as the engine returns facts; null if no matched pattern binds it yet. */
export function otherOf(ids: FactIds, name: string, { facts, bindings }: Partial): Other | null {
  for (const { pattern, fact, positions } of facts) {
    if (pattern.address === name)
      return { name, value: `${fact.template} ${idOf(ids, fact)}`, fact: idOf(ids, fact), slot: null };
    const field = fieldBinding(pattern, name);
    if (field === null) continue;
    const value = writtenValue(writeFactData(fact), field, positions);
    // A row of a relation is not a fact of the run.
    const id = relationOf(fact.template) === null ? idOf(ids, fact) : null;
    return { name, value, fact: id, slot: field.slot };
  }
  const value = bindings.get(name);
  return value === undefined || value instanceof Fact ? null : { name, value, fact: null, slot: null };
}

/** The slot that a pattern binds a variable to. */
export function slotBinding(pattern: Pattern, name: string): string | null {
  return fieldBinding(pattern, name)?.slot ?? null;
}

function fieldBinding({ fields }: Pattern, name: string): Field | null {
  const isLed = ({ constraints: [lead] }: Field): boolean =>
    lead?.kind === 'variable' && !lead.negated && lead.name === name;
  return fields.find(isLed) ?? null;
}

/** The variables that an expression reads, with their values. */
export function othersOf(
  ids: FactIds,
  expression: TypedExpression,
  match: Partial,
  except: string | null = null,
): readonly Other[] {
  return [...variablesOf(expression)].flatMap((name) =>
    name === except ? [] : (otherOf(ids, name, match) ?? []),
  );
}

/** The variables of a match by name, with values as the engine returns them; in a short rule, by the names that they have there. */
export function writeBindings(
  { document }: Pick<ExplainableRuleset, 'document'>,
  ids: FactIds,
  match: Partial,
  { infix }: Rule,
): Readonly<Record<string, unknown>> {
  const entries = [...match.bindings].flatMap(([name, value]) => {
    if (value instanceof Fact) return [];
    const other = otherOf(ids, name, match);
    if (other === null) return [];
    const template = match.facts.find(({ pattern }) => slotBinding(pattern, name) !== null)?.pattern.template;
    const shown = shownName(document, { name, slot: other.slot, template, isShort: infix !== undefined });
    return shown === null ? [] : [[shown, other.value] as const];
  });
  return Object.fromEntries(entries);
}

/** The name shown for a variable; null for one that only lowering needs. */
export function shownName(
  document: DocumentParts,
  {
    name,
    slot,
    template,
    isShort,
    data,
  }: {
    readonly name: string;
    readonly slot: string | null;
    readonly template: string | undefined;
    readonly isShort: boolean;
    readonly data?: Readonly<Record<string, unknown>>;
  },
): string | null {
  const part = document.get(template ?? '');
  if (part !== undefined && slot !== null) {
    const { kind } = part.slots.get(slot) ?? {};
    return kind === 'value' || isUntyped(part, slot) ? slotText(part, slot, data) : null;
  }
  const isSlot = isShort && slot !== null && name.endsWith(`-${slot}`);
  return isSlot ? `${name.slice(0, -slot.length - 1)}.${slot}` : name;
}
