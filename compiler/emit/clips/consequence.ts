import { DECISION_TEMPLATE, OBLIGATION_TEMPLATE } from '../../hidden-templates.ts';
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
import type { Printer } from './spelled-lists.ts';

/** Printed text has no places. */
const NOWHERE = { file: '', start: 0, end: 0 };

function emitText(parts: readonly ReasonPart[], print: Printer): string {
  const text = constantText(parts);
  return text === null ? print(textExpression(parts, NOWHERE)) : clipsString(text);
}

/** Keys and texts in turn, as the fields of a multislot. */
function metadataFields(metadata: Consequence['metadata'], print: Printer): string {
  return metadata.map(([key, text]) => ` ${clipsString(key)} ${emitText(text, print)}`).join('');
}

/** The fields of a property's value: a list follows the number of its items. */
function propertyFields(value: PropertyExpression, print: Printer): string {
  switch (value.kind) {
    case 'single':
      return print(value.value);
    case 'items':
      return [String(value.items.length), ...value.items.map(print)].join(' ');
    case 'list': {
      const list = print(value.value);
      return `(length$ ${list}) ${list}`;
    }
  }
}

function emitObligation({ type, properties }: Obligation, number: number, print: Printer): string {
  const fields = properties.map(({ name, value }) => ` ${clipsString(name)} ${propertyFields(value, print)}`);
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

function emitDecision(consequence: Consequence, rule: string, print: Printer): string {
  const slots = [
    `(sequence (bind ${SEQUENCE_GLOBAL} (+ ${SEQUENCE_GLOBAL} 1)))`,
    `(action ${consequence.action ?? 'none'})`,
    `(reason ${emitText(consequence.reason, print)})`,
    `(rule ${clipsString(rule)})`,
    `(log-level ${consequence.log})`,
    `(notify ${clipsString(consequence.notify.join(','))})`,
    `(attestation ${consequence.attestation ? 'TRUE' : 'FALSE'})`,
    `(scope ${emitText(consequence.scope ?? [], print)})`,
    `(metadata${metadataFields(consequence.metadata, print)})`,
  ];
  return `(assert (${DECISION_TEMPLATE}\n    ${slots.join('\n    ')}))`;
}

function emitSlots(slots: readonly SlotValue[], print: Printer): string {
  return slots.map(({ slot, value }) => ` (${clipsName(slot)} ${print(value)})`).join('');
}

export function emitEffect(effect: Effect, print: Printer): string {
  switch (effect.kind) {
    case 'assert':
      return `(assert (${clipsName(effect.template)}${emitSlots(effect.slots, print)}))`;
    case 'retract':
      return `(retract ${clipsVariable(effect.address)})`;
    case 'modify':
      return `(modify ${clipsVariable(effect.address)}${emitSlots(effect.slots, print)})`;
  }
}

/**
 * The actions of a right side: the decision fact of this firing comes first, then its obligations, then the effects in
 * document order.
 */
export function emitConsequence(
  consequence: Consequence,
  rule: string,
  print: Printer = printExpression,
): readonly string[] {
  return [
    emitDecision(consequence, rule, print),
    ...consequence.obligations.map((obligation, i) => emitObligation(obligation, i + 1, print)),
    ...consequence.effects.map((effect) => emitEffect(effect, print)),
  ];
}
