import { meantType } from '../../diagnostics/guesses.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Report } from '../../diagnostics/report.ts';
import { SLOT_TYPES } from '../../language/slot-types.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { ListLiteral, Literal, SlotType } from '../../values.ts';
import type { Located, ScalarValue, SlotSyntax, TemplateSyntax } from '../../syntax.ts';
import type { Pass } from '../checked.ts';
import { literalForm, typeScalar } from '../scope/literals.ts';
import { uniqueNames } from '../scope/unique-names.ts';

/** Allowed values of one slot: every condition on it looks at all of them. */
const MOST_ALLOWED = 10_000;
/** Slots of one template. */
const MOST_SLOTS = 1_000;
/** Templates of a ruleset: each is code of its own. */
const MOST_TEMPLATES = 10_000;

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
  const extra = slot.allowed.value[MOST_ALLOWED];
  if (extra !== undefined)
    report.add('too-many-values', extra.at, { limit: MOST_ALLOWED, what: 'allowed values' });
  const literals = slot.allowed.value
    .slice(0, MOST_ALLOWED)
    .map((item) => typeScalar(item.value, type, item.at, report));
  if (literals.length === 0) report.add('allowed-values-empty', slot.allowed.at, { slot: slot.name.value });
  return [...new Set(literals.flatMap((literal) => (literal ? [literalForm(literal)] : [])))];
}

/** One value of a slot, or one item of a list. */
function checkValue(
  { value: scalar, at }: Located<ScalarValue>,
  slot: SlotSyntax,
  type: SlotType,
  allowed: readonly string[] | null,
  report: Report,
): Literal | null {
  const literal = typeScalar(scalar, type, at, report);
  if (literal && allowed && !allowed.includes(literalForm(literal))) {
    const value = literalForm(literal);
    report.add('value-not-allowed', at, { value, slot: slot.name.value }, closestName(value, allowed));
  }
  return literal;
}

function isScalar(written: NonNullable<SlotSyntax['default']>): written is Located<ScalarValue> {
  return !Array.isArray(written.value);
}

function checkDefault(
  slot: SlotSyntax,
  type: SlotType,
  allowed: readonly string[] | null,
  report: Report,
): Literal | ListLiteral | null {
  const written = slot.default;
  // A null default is the same as none.
  if (written === null || (isScalar(written) && written.value.kind === 'null')) return null;
  if (isScalar(written) === slot.list) {
    report.add('default-shape', written.at, {
      slot: slot.name.value,
      expected: slot.list ? 'a list' : 'one value',
    });
    return null;
  }
  if (isScalar(written)) return checkValue(written, slot, type, allowed, report);
  const items = written.value.flatMap((item) => checkValue(item, slot, type, allowed, report) ?? []);
  if (slot.maxItems && items.length > slot.maxItems.value) {
    report.add('too-many-items', written.at, { slot: slot.name.value, limit: slot.maxItems.value });
  }
  return { type: 'LIST', items };
}

function checkSlot(slot: SlotSyntax, report: Report): Slot | null {
  const type = SLOT_TYPES.get(slot.type.value.toLowerCase());
  if (type === undefined) {
    const suggestion = meantType(slot.type.value) ?? closestName(slot.type.value, SLOT_TYPES.keys());
    report.add('unknown-slot-type', slot.type.at, { type: slot.type.value }, suggestion);
    return null;
  }
  const allowed = checkAllowed(slot, type, report);
  const value = checkDefault(slot, type, allowed, report);
  if (slot.maxItems && !slot.list) {
    report.add('max-items-without-list', slot.maxItems.at, { slot: slot.name.value });
  }
  return {
    name: slot.name.value,
    type,
    list: slot.list,
    maxItems: slot.maxItems?.value ?? null,
    required: slot.required,
    ...(slot.sensitive ? { sensitive: true } : {}),
    default: value,
    allowed,
    at: slot.at,
  };
}

function checkScope(template: TemplateSyntax, report: Report): Template['scope'] {
  const scope = template.scope?.value ?? 'session';
  if (scope === 'session' || scope === 'fleet') return scope;
  const at = template.scope?.at ?? template.at;
  report.add('unknown-scope', at, { scope }, closestName(scope, ['session', 'fleet']));
  return 'session';
}

function checkFrom(template: TemplateSyntax, scope: Template['scope'], report: Report): Template['from'] {
  const from = template.from?.value ?? 'caller';
  const at = template.from?.at ?? template.at;
  if (from !== 'caller' && scope === 'fleet')
    report.add('host-fleet-template', at, { name: template.name.value });
  if (from === 'caller' || from === 'host' || from === 'document') return from;
  report.add('unknown-from', at, { from }, closestName(from, ['caller', 'host', 'document']));
  return 'caller';
}

function checkTemplate(template: TemplateSyntax, report: Report): Template {
  if (CONDITIONAL_ELEMENTS.has(template.name.value)) {
    report.add('reserved-template-name', template.name.at, { name: template.name.value });
  }
  const extra = template.slots[MOST_SLOTS];
  if (extra !== undefined) {
    report.add('too-many-slots', extra.at, { name: template.name.value, limit: MOST_SLOTS });
  }
  const slots = uniqueNames('slot', template.slots.slice(0, MOST_SLOTS), report).flatMap(
    (slot) => checkSlot(slot, report) ?? [],
  );
  const scope = checkScope(template, report);
  const { atMost } = template;
  if (atMost !== null && scope === 'fleet')
    report.add('conflicting-keys', atMost.at, { first: 'scope: fleet', second: 'at_most' });
  return {
    name: template.name.value,
    description: template.description,
    scope,
    from: checkFrom(template, scope, report),
    ...(atMost === null ? {} : { atMost: atMost.value }),
    slots,
    at: template.at,
  };
}

/** Templates have unique names, slots of known types, and defaults and allowed values of those types. */
export const checkTemplates: Pass = (checked, report) => {
  const declared = uniqueNames('template', checked.syntax.templates, report);
  const extra = declared[MOST_TEMPLATES];
  if (extra !== undefined)
    report.add('too-many-values', extra.name.at, { limit: MOST_TEMPLATES, what: 'templates' });
  const templates = declared.slice(0, MOST_TEMPLATES);
  return {
    ...checked,
    templates: new Map(templates.map((template) => [template.name.value, checkTemplate(template, report)])),
  };
};
