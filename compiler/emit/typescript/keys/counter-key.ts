import type { Slot } from '../../../ruleset.ts';
import { nothing, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { indexKey, keyPart, keyType, slotKeyPart } from './index-key.ts';

/** The key that values of some slots are found under; their types and values are those of the slots. */
export function counterKeyOf(
  context: Context,
  slots: readonly Pick<Slot, 'type' | 'list'>[],
  values: readonly Code[],
) {
  const [slot] = slots;
  const [value] = values;
  if (slot !== undefined && value !== undefined && slots.length === 1) {
    return { type: keyType(context, [slot.type]), key: keyPart(context, slot, value) };
  }
  const parts = slots.map((one, i) => slotKeyPart(context, one, values[i] ?? nothing));
  const types = parts.map(({ type }) => type);
  return { type: keyType(context, types), key: indexKey(context, parts) ?? nothing };
}
