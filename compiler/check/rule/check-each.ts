/** Conditions on one slot of a pattern, which may take the items of a list one by one. */
import type { Slot } from '../../ruleset.ts';
import type { ConditionSyntax } from '../../syntax.ts';
import type { DraftField } from '../scope/environment.ts';
import { checkField, type FieldPlace } from './check-field.ts';

/** The slot as each of its items sees it. */
export function itemSlot(slot: Slot): Slot {
  return { ...slot, list: false, maxItems: null };
}

/**
 * The fields that conditions on one slot come to: of the items (the first of them is `(slot $?before ?item $?after)`),
 * and behind it of the whole list. What is said of the whole list is checked first: other slots that either of the two
 * names have their fields before both.
 */
export function checkSlot(conditions: readonly ConditionSyntax[], place: FieldPlace): void {
  const [first, second] = conditions.filter(({ each }) => each !== null);
  if (first === undefined || first.each === null) {
    checkField(conditions, place);
    return;
  }
  const { of, slot, context } = place;
  if (!slot.list) context.report.add('each-needs-list', first.each.at, { slot: slot.name });
  if (second?.each) context.report.add('each-twice', second.each.at, { slot: slot.name });
  if (!slot.list || second) return;
  const { fields } = of.pattern;
  const others = conditions.map((condition) =>
    condition === first ? { ...condition, expression: null } : condition,
  );
  checkField(others, { ...place, part: 'whole' });
  const whole = fields.find((field) => field.slot === slot.name);
  const hint = `${of.alias ?? of.template.name}-${slot.name}`;
  const part = { before: context.fresh(`${hint}-before`), after: context.fresh(`${hint}-after`) };
  checkField([{ ...first, bind: first.each, bindsList: false }], { ...place, slot: itemSlot(slot), part });
  if (whole !== undefined) moveBehindItems(fields, whole);
}

function moveBehindItems(fields: DraftField[], whole: DraftField): void {
  fields.splice(fields.indexOf(whole), 1);
  fields.push(whole);
}
