/** Keys under which matches and facts are found in the memories of a join. */
import type { Join } from '../../plan/network.ts';
import type { SlotType } from '../../ruleset.ts';
import { code, joined, types, type Code } from '../../write/code.ts';
import { slotOf, type Context } from './context.ts';
import { coarseKey, indexKey, keyType, roughKey, type KeyPart } from './index-key.ts';
import { factAt, type MatchCode } from './reference.ts';

function leftParts(context: Context, pairs: Join['hash'], match: MatchCode): KeyPart[] {
  return pairs.map(({ left }) => ({
    type: slotOf(context, left.template, left.slot!).slot.type,
    value: code`${factAt(context, match, left.position, left.template)}.${slotOf(context, left.template, left.slot!).name}`,
  }));
}

/** Key of the left match (or, for a group, of either side) in the index of a join. */
export function leftKey(context: Context, join: Join, match: MatchCode): Code | null {
  return indexKey(context, leftParts(context, uniquePairs(join), match));
}

/**
 * The slots that make the rough key of a fact (see index-key.ts): those with a list of allowed values tell few facts
 * apart and are left to the comparison, unless there are no others.
 */
export function roughSlots(context: Context, template: string, slots: readonly string[]): readonly string[] {
  const open = slots.filter((name) => slotOf(context, template, name).slot.allowed === null);
  return open.length === 0 ? slots : open;
}

/** The pairs that make the rough key of a join's left matches. */
export function roughPairs(context: Context, join: Join): Join['hash'] {
  if (join.right.kind !== 'alpha') return uniquePairs(join);
  const { node } = join.right;
  const slots = roughSlots(context, node.template, node.hash);
  return join.hash.filter(({ slot }) => slots.includes(slot));
}

/** Under what a growing memory finds its items. */
export interface RoughKey {
  readonly key: Code;
  /** Used in its place while few items share it; null: there is none. */
  readonly coarse: Code | null;
}

function roughKeyOf(context: Context, parts: readonly KeyPart[]): RoughKey | null {
  return parts.length === 0 ? null : { key: roughKey(context, parts)!, coarse: coarseKey(parts) };
}

/** Key of the left match where keys are rough. */
export function roughLeftKey(context: Context, join: Join, match: MatchCode): RoughKey | null {
  return roughKeyOf(context, leftParts(context, roughPairs(context, join), match));
}

/** The hash pairs of a join; a group names an outer variable as often as its patterns use it. */
export function uniquePairs(join: Join): Join['hash'] {
  if (join.right.kind === 'alpha') return join.hash;
  const seen = new Set<string>();
  return join.hash.filter(({ left }) => {
    const key = String(left.position) + ' ' + left.slot!;
    return !seen.has(key) && seen.add(key);
  });
}

function factParts(context: Context, template: string, slots: readonly string[], fact: Code): KeyPart[] {
  return slots.map((name) => {
    const { slot, name: property } = slotOf(context, template, name);
    return { type: slot.type, value: code`${fact}.${property}` };
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
  return roughKeyOf(context, factParts(context, template, roughSlots(context, template, slots), fact));
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
