import { closestName } from '../diagnostics/suggest.ts';
import { checkBreakValue } from './check-loops.ts';
import { typeOf, typeOfActions } from './check.ts';
import type { FactQueryExpression, FactSlotExpression } from './expression.ts';
import { ANY, BOOLEAN, MULTIFIELD, type StaticType } from './static-type.ts';
import { findSlot, slotType, type Typing } from './typing.ts';

/** A fact-set query only reads: its test binds nothing, its actions are those of the language. */
export function checkFactQuery(expression: FactQueryExpression, typing: Typing, used: boolean): StaticType {
  for (const { templates, at } of expression.sets) {
    for (const name of templates) {
      if (typing.templates.has(name)) continue;
      typing.report?.add('unknown-template', at, { name }, closestName(name, typing.templates.keys()));
    }
  }
  const sets = expression.sets.map(({ variable, templates }) => [variable, templates] as const);
  const inner: Typing = { ...typing, facts: new Map([...typing.facts, ...sets]) };
  typeOf(expression.test, { ...inner, inQueryTest: true }, true);
  switch (expression.form) {
    case 'any-factp':
      return BOOLEAN;
    case 'find-fact':
    case 'find-all-facts':
      return MULTIFIELD;
    default: {
      const type = typeOfActions(expression.body, inner, used);
      checkBreakValue(expression, expression.form, typing, used);
      return type | BOOLEAN;
    }
  }
}

/** `?f:slot`: every template of the set must have the slot. */
export function checkFactSlot(expression: FactSlotExpression, typing: Typing): StaticType {
  const templates = typing.facts.get(expression.variable);
  if (templates === undefined) {
    const name = `${expression.variable}:${expression.slot}`;
    typing.report?.add('clips-unbound-variable', expression.at, { name });
    return ANY;
  }
  let type: StaticType = 0;
  for (const template of templates) {
    const slot = findSlot(typing.templates, template, expression.slot);
    if (slot !== null) type |= slotType(slot.type);
    else if (typing.templates.has(template)) {
      const names = typing.templates.get(template)?.slots.map(({ name }) => name) ?? [];
      const parameters = { template, slot: expression.slot };
      typing.report?.add('unknown-slot', expression.at, parameters, closestName(expression.slot, names));
    }
  }
  return type || ANY;
}
