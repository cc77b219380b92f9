/** Keys under which matches and facts are found in the memories of a join. */
import type { HashPair, Reference } from '../../../order/network.ts';
import type { SlotType } from '../../../values.ts';
import { code, joined, types, type Code } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';
import { coarseKey, indexKey, keyType, roughKey, slotKeyPart, type KeyPart } from '../keys/index-key.ts';
import { factAt, type MatchCode } from './reference.ts';
import { required } from '../../../required.ts';

type Pairs = readonly HashPair[];

function leftParts(context: Context, references: readonly Reference[], match: MatchCode): KeyPart[] {
  return references.map(({ template, slot: wanted, position }) => {
    const { slot, name } = slotOf(context, template, required(wanted, 'wanted'));
    return slotKeyPart(context, slot, code`${factAt(context, match, position, template)}.${name}`);
  });
}

/** Key of the left match (or, for a group, of either side) in the index of a join. */
export function leftKey(context: Context, pairs: Pairs, match: MatchCode): Code | null {
  return indexKey(
    context,
    leftParts(
      context,
      pairs.map(({ left }) => left),
      match,
    ),
  );
}

/** Under what an append-only memory finds its items. */
interface RoughKey {
  readonly key: Code;
  /** Used in its place while few items share it; null: there is none. */
  readonly coarse: Code | null;
}

function roughKeyOf(context: Context, parts: readonly KeyPart[]): RoughKey | null {
  return parts.length === 0 ? null : { key: roughKey(context, parts)!, coarse: coarseKey(parts) };
}

/** Key of the left match where keys are rough: that of a memory of waiting matches. */
export function roughLeftKey(
  context: Context,
  references: readonly Reference[],
  match: MatchCode,
): RoughKey | null {
  return roughKeyOf(context, leftParts(context, references, match));
}

function factParts(context: Context, template: string, slots: readonly string[], fact: Code): KeyPart[] {
  return slots.map((name) => {
    const { slot, name: property } = slotOf(context, template, name);
    return slotKeyPart(context, slot, code`${fact}.${property}`);
  });
}

/** Key of a fact in the index of an alpha memory. */
export function factKey(
  context: Context,
  template: string,
  slots: readonly string[],
  fact: Code,
): Code | null {
  return indexKey(context, factParts(context, template, slots, fact));
}

/** Key of a fact where keys are rough. */
export function roughFactKey(
  context: Context,
  template: string,
  slots: readonly string[],
  fact: Code,
): RoughKey | null {
  return roughKeyOf(context, factParts(context, template, slots, fact));
}

/** The memory that finds its items under such a key; without one, all of them are visited. */
export function newMemory(
  context: Context,
  item: { readonly name: Code; readonly type: Code },
  keys: readonly SlotType[],
  key: RoughKey | null,
): Code {
  if (key === null) return code`new ${context.value('Memory')}${types`<${item.type}>`}()`;
  const functions = [key.key, ...(key.coarse === null ? [] : [key.coarse])].map(
    (value) => code`(${item.name}) => ${value}`,
  );
  const typeArguments = types`<${keyType(context, keys)}, ${item.type}>`;
  return code`new ${context.value('IndexedMemory')}${typeArguments}(${joined(functions, ', ')})`;
}

/** The key to look for in `memory`, which is a memory with such keys. */
export function soughtKey({ key, coarse }: RoughKey): Code {
  return coarse === null ? key : code`memory.isFine() ? ${key} : ${coarse}`;
}
