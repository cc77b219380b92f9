import type { Slot, Template } from '../../compiler/ruleset.ts';
import { clipsLiteral } from '../../compiler/write/atoms.ts';
import type { FactDraft, Scalar } from './program.ts';

/** A value as text of its slot's type, the same for 3 and 3.0 in a FLOAT slot. */
export function valueText(slot: Slot, value: Scalar): string {
  switch (slot.type) {
    case 'STRING':
      return clipsLiteral({ type: 'STRING', value: String(value) });
    case 'SYMBOL':
      return String(value);
    case 'INTEGER':
      return BigInt(value).toString();
    case 'FLOAT':
      return clipsLiteral({ type: 'FLOAT', value: Number(value) });
  }
}

/** A fact as CLIPS text, its slots in the order of the template; slots that it lacks are left out. */
export function factText(template: Template, data: FactDraft['data']): string {
  const slots = template.slots.flatMap((slot) => {
    const value = data[slot.name];
    return value === undefined ? [] : [` (${slot.name} ${valueText(slot, value)})`];
  });
  return `(${template.name}${slots.join('')})`;
}
