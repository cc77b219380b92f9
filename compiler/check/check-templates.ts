import { closestName } from '../diagnostics/suggest.ts';
import type { Report } from '../diagnostics/report.ts';
import type { Literal, Slot, SlotType, Template } from '../ruleset.ts';
import type { SlotSyntax, TemplateSyntax } from '../syntax.ts';
import type { Pass } from './checked.ts';
import { literalForm, typeScalar } from './literals.ts';
import { uniqueNames } from './unique-names.ts';

const TYPES: ReadonlyMap<string, SlotType> = new Map([
  ['string', 'STRING'],
  ['symbol', 'SYMBOL'],
  ['integer', 'INTEGER'],
  ['float', 'FLOAT'],
]);

/** Words that begin a conditional element of another kind: CLIPS would not read a pattern of such a template. */
const CONDITIONAL_ELEMENTS: ReadonlySet<string> = new Set([
  'and',
  'declare',
  'exists',
  'forall',
  'initial-fact',
  'logical',
  'not',
  'object',
  'or',
  'test',
]);

function checkAllowed(slot: SlotSyntax, type: SlotType, report: Report): readonly string[] | null {
  if (slot.allowed === null) return null;
  const literals = slot.allowed.value.map((item) => typeScalar(item.value, type, item.at, report));
  if (literals.length === 0) report.add('allowed-values-empty', slot.allowed.at, { slot: slot.name.value });
  return [...new Set(literals.flatMap((literal) => (literal ? [literalForm(literal)] : [])))];
}

function checkDefault(
  slot: SlotSyntax,
  type: SlotType,
  allowed: readonly string[] | null,
  report: Report,
): Literal | null {
  // A null default is the same as none (service.md, 2).
  if (slot.default === null || slot.default.value.kind === 'null') return null;
  const literal = typeScalar(slot.default.value, type, slot.default.at, report);
  if (literal && allowed && !allowed.includes(literalForm(literal))) {
    const value = literalForm(literal);
    report.add(
      'value-not-allowed',
      slot.default.at,
      { value, slot: slot.name.value },
      closestName(value, allowed),
    );
  }
  return literal;
}

function checkSlot(slot: SlotSyntax, report: Report): Slot | null {
  const type = TYPES.get(slot.type.value.toLowerCase());
  if (type === undefined) {
    const suggestion = closestName(slot.type.value, TYPES.keys());
    report.add('unknown-slot-type', slot.type.at, { type: slot.type.value }, suggestion);
    return null;
  }
  const allowed = checkAllowed(slot, type, report);
  const value = checkDefault(slot, type, allowed, report);
  return { name: slot.name.value, type, required: slot.required, default: value, allowed, at: slot.at };
}

function checkScope(template: TemplateSyntax, report: Report): Template['scope'] {
  const scope = template.scope?.value ?? 'session';
  if (scope === 'session' || scope === 'fleet') return scope;
  const at = template.scope?.at ?? template.at;
  report.add('unknown-scope', at, { scope }, closestName(scope, ['session', 'fleet']));
  return 'session';
}

function checkTemplate(template: TemplateSyntax, report: Report): Template {
  if (CONDITIONAL_ELEMENTS.has(template.name.value)) {
    report.add('reserved-template-name', template.name.at, { name: template.name.value });
  }
  const slots = uniqueNames('slot', template.slots, report).flatMap((slot) => checkSlot(slot, report) ?? []);
  return {
    name: template.name.value,
    description: template.description,
    scope: checkScope(template, report),
    slots,
    at: template.at,
  };
}

/** Templates have unique names, slots of known types, and defaults and allowed values of those types. */
export const checkTemplates: Pass = (checked, report) => {
  const templates = uniqueNames('template', checked.syntax.templates, report);
  return {
    ...checked,
    templates: new Map(templates.map((template) => [template.name.value, checkTemplate(template, report)])),
  };
};
