import { timeOfSeconds, timeOfText } from '../../../runtime/values/time-text.ts';
import type { Slot, Template } from '../../../compiler/ruleset.ts';
import { clipsLiteral, clipsSymbol, clipsText } from '../../../compiler/emit/clips/atoms.ts';
import { isClipsText } from '../../../compiler/language/symbol.ts';
import type { FactDraft, Scalar } from './facts.ts';

/** A value, or each item of a list, as text of its slot's type, the same for 3 and 3.0 in a FLOAT slot. */
function valueTexts(slot: Slot, value: Scalar | readonly Scalar[]): readonly string[] {
  return (typeof value === 'object' ? value : [value]).map((item) => itemText(slot, item));
}

function itemText(slot: Slot, value: Scalar): string {
  switch (slot.type) {
    case 'STRING':
      return clipsText(String(value));
    case 'SYMBOL':
      return clipsSymbol(String(value));
    case 'INTEGER':
      return BigInt(value).toString();
    case 'FLOAT':
      return clipsLiteral({ type: 'FLOAT', value: Number(value) });
    case 'BOOLEAN':
      return value === true ? 'TRUE' : 'FALSE';
    case 'TIME':
      return String(timeOfText(String(value)) ?? timeOfSeconds(String(value)));
  }
}

/** True if CLIPS can hold every text of a fact; no other fact reaches it. */
export function isClipsFact({ data }: FactDraft): boolean {
  return Object.values(data)
    .flat()
    .every((value) => typeof value !== 'string' || isClipsText(value));
}

/** A fact as CLIPS text, its slots in the order of the template; slots that it lacks are left out. */
export function factText(template: Template, data: FactDraft['data']): string {
  const slots = template.slots.flatMap((slot) => {
    const value = data[slot.name];
    return value === undefined ? [] : [` (${[slot.name, ...valueTexts(slot, value)].join(' ')})`];
  });
  return `(${template.name}${slots.join('')})`;
}
