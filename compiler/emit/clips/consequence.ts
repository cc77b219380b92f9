import { DECISION_TEMPLATE, OBLIGATION_TEMPLATE } from '../../ruleset.ts';
import type {
  Consequence,
  Effect,
  Obligation,
  PropertyExpression,
  ReasonPart,
  SlotValue,
} from '../../untyped.ts';
import { constantText, textExpression } from '../../language/text.ts';
import { clipsString } from './atoms.ts';
import { SEQUENCE_GLOBAL } from './decision-template.ts';
import { printExpression } from './expression.ts';
import { clipsName, clipsVariable } from './names.ts';

/** Printed text has no places. */
const NOWHERE = { file: '', start: 0, end: 0 };

function emitText(parts: readonly ReasonPart[]): string {
  const text = constantText(parts);
  return text === null ? printExpression(textExpression(parts, NOWHERE)) : clipsString(text);
}

/** Keys and texts in turn, as the fields of a multislot. */
function metadataFields(metadata: Consequence['metadata']): string {
  return metadata.map(([key, text]) => ` ${clipsString(key)} ${emitText(text)}`).join('');
}

/** The fields of a property's value: a list stands behind the number of its items. */
function propertyFields(value: PropertyExpression): string {
  switch (value.kind) {
    case 'single':
      return printExpression(value.value);
    case 'items':
      return [String(value.items.length), ...value.items.map(printExpression)].join(' ');
    case 'list': {
      const list = printExpression(value.value);
      return `(length$ ${list}) ${list}`;
    }
  }
}

function emitObligation({ type, properties }: Obligation, number: number): string {
  const fields = properties.map(({ name, value }) => ` ${clipsString(name)} ${propertyFields(value)}`);
  const lists = properties.flatMap(({ value }, i) => (value.kind === 'single' ? [] : [` ${i + 1}`]));
  const slots = [
    `(sequence ${SEQUENCE_GLOBAL})`,
    `(number ${number})`,
    `(type ${clipsString(type)})`,
    `(properties${fields.join('')})`,
    ...(lists.length > 0 ? [`(lists${lists.join('')})`] : []),
  ];
  return `(assert (${OBLIGATION_TEMPLATE} ${slots.join(' ')}))`;
}

function emitDecision(consequence: Consequence, rule: string): string {
  const slots = [
    `(sequence (bind ${SEQUENCE_GLOBAL} (+ ${SEQUENCE_GLOBAL} 1)))`,
    `(action ${consequence.action ?? 'none'})`,
    `(reason ${emitText(consequence.reason)})`,
    `(rule ${clipsString(rule)})`,
    `(log-level ${consequence.log})`,
    `(notify ${clipsString(consequence.notify.join(','))})`,
    `(attestation ${consequence.attestation ? 'TRUE' : 'FALSE'})`,
    `(scope ${emitText(consequence.scope ?? [])})`,
    `(metadata${metadataFields(consequence.metadata)})`,
  ];
  return `(assert (${DECISION_TEMPLATE}\n    ${slots.join('\n    ')}))`;
}

function emitSlots(slots: readonly SlotValue[]): string {
  return slots.map(({ slot, value }) => ` (${clipsName(slot)} ${printExpression(value)})`).join('');
}

export function emitEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'assert':
      return `(assert (${clipsName(effect.template)}${emitSlots(effect.slots)}))`;
    case 'retract':
      return `(retract ${clipsVariable(effect.address)})`;
    case 'modify':
      return `(modify ${clipsVariable(effect.address)}${emitSlots(effect.slots)})`;
  }
}

/**
 * The actions of a right side: the decision fact of this firing comes first, then its obligations, then the effects in
 * document order.
 */
export function emitConsequence(consequence: Consequence, rule: string): readonly string[] {
  return [
    emitDecision(consequence, rule),
    ...consequence.obligations.map((obligation, i) => emitObligation(obligation, i + 1)),
    ...consequence.effects.map(emitEffect),
  ];
}
