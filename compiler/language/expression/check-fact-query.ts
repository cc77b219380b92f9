import { closestName } from '../../diagnostics/suggest.ts';
import { checkBreakValue } from './check-loops.ts';
import type { FactQueryExpression, FactSlotExpression } from './expression.ts';
import { ANY, BOOLEAN, MULTIFIELD, NOTHING, unionOf, type StaticType } from '../static-type.ts';
import type { TypedExpression } from './typed-expression.ts';
import { findSlot, slotStaticType, typedActions, typeOfLast, type Typing } from './typing.ts';

/** A fact-set query only reads: its test binds nothing, its actions are those of the language. */
export function checkFactQuery(
  expression: FactQueryExpression,
  typing: Typing,
  used: boolean,
): TypedExpression {
  for (const { templates, at } of expression.sets) {
    for (const name of templates) {
      if (typing.templates.has(name)) continue;
      typing.report?.add('unknown-template', at, { name }, closestName(name, typing.templates.keys()));
    }
  }
  const sets = expression.sets.map(({ variable, templates }) => [variable, templates] as const);
  const inner: Typing = { ...typing, facts: new Map([...typing.facts, ...sets]) };
  const test = typing.typed(expression.test, { ...inner, inQueryTest: true }, true);
  const body = typedActions(expression.body, inner, used);
  if (isAction(expression)) checkBreakValue(expression, expression.form, typing, used);
  return { ...expression, test, body, valueType: typeOfQuery(expression, body), canFail: true };
}

function isAction({ form }: FactQueryExpression): boolean {
  return form === 'do-for-fact' || form === 'do-for-all-facts' || form === 'delayed-do-for-all-facts';
}

function typeOfQuery({ form }: FactQueryExpression, body: readonly TypedExpression[]): StaticType {
  switch (form) {
    case 'any-factp':
      return BOOLEAN;
    case 'find-fact':
    case 'find-all-facts':
      return MULTIFIELD;
    default:
      return unionOf(typeOfLast(body), BOOLEAN);
  }
}

/** `?f:slot`: every template of the set must have the slot. */
export function checkFactSlot(expression: FactSlotExpression, typing: Typing): TypedExpression {
  const templates = typing.facts.get(expression.variable);
  if (templates === undefined) {
    const name = `${expression.variable}:${expression.slot}`;
    typing.report?.add('clips-unbound-variable', expression.at, { name });
    return { ...expression, valueType: ANY, canFail: false };
  }
  let type = NOTHING;
  for (const template of templates) {
    const slot = findSlot(typing.templates, template, expression.slot);
    if (slot !== null) type = unionOf(type, slotStaticType(slot));
    else if (typing.templates.has(template)) {
      const names = typing.templates.get(template)?.slots.map(({ name }) => name) ?? [];
      const parameters = { template, slot: expression.slot };
      typing.report?.add('unknown-slot', expression.at, parameters, closestName(expression.slot, names));
    }
  }
  return { ...expression, valueType: type === NOTHING ? ANY : type, canFail: false };
}
