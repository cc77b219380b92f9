import {
  DECISION_TEMPLATE,
  type Consequence,
  type Effect,
  type ReasonPart,
  type SlotValue,
} from '../../ruleset.ts';
import { clipsString } from '../../write/atoms.ts';
import { SEQUENCE_GLOBAL } from './decision-template.ts';
import { printExpression } from './expression.ts';
import { clipsName, clipsVariable } from './names.ts';

function emitReason(parts: readonly ReasonPart[]): string {
  const texts = parts.map((part) =>
    part.kind === 'text' ? clipsString(part.text) : clipsVariable(part.name),
  );
  if (parts.every((part) => part.kind === 'text'))
    return clipsString(parts.map((part) => part.text).join(''));
  return `(str-cat ${texts.join(' ')})`;
}

/** A JSON object as text. Written key by key, because a JavaScript object would move keys that look like numbers. */
function metadataText(metadata: Consequence['metadata']): string {
  return `{${metadata.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}

function emitDecision(consequence: Consequence, rule: string): string {
  const slots = [
    `(sequence (bind ${SEQUENCE_GLOBAL} (+ ${SEQUENCE_GLOBAL} 1)))`,
    `(action ${consequence.action ?? 'none'})`,
    `(reason ${emitReason(consequence.reason)})`,
    `(rule ${clipsString(rule)})`,
    `(log-level ${consequence.log})`,
    `(notify ${clipsString(consequence.notify.join(','))})`,
    `(attestation ${consequence.attestation ? 'TRUE' : 'FALSE'})`,
    `(scope ${clipsString(consequence.scope ?? '')})`,
    `(metadata ${clipsString(metadataText(consequence.metadata))})`,
  ];
  return `(assert (${DECISION_TEMPLATE}\n    ${slots.join('\n    ')}))`;
}

function emitSlots(slots: readonly SlotValue[]): string {
  return slots.map(({ slot, value }) => ` (${clipsName(slot)} ${printExpression(value)})`).join('');
}

function emitEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'assert':
      return `(assert (${clipsName(effect.template)}${emitSlots(effect.slots)}))`;
    case 'retract':
      return `(retract ${clipsVariable(effect.address)})`;
    case 'modify':
      return `(modify ${clipsVariable(effect.address)}${emitSlots(effect.slots)})`;
  }
}

/** The actions of a right side: the decision fact of this firing comes first, then the effects in document order. */
export function emitConsequence(consequence: Consequence, rule: string): readonly string[] {
  return [emitDecision(consequence, rule), ...consequence.effects.map(emitEffect)];
}
