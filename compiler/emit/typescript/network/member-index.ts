/** Memories that find their items by membership in a list (runtime/matching/member-memory.ts). */
import type {
  FactsMemory,
  RemovableFactsMemory,
  RemovableMemory,
  MemoryPlan,
  WaitingMemory,
} from '../../../plan/memory-plan.ts';
import type { JoinId, MemoryId } from '../../../plan/ids.ts';
import type { MemberPair } from '../../../plan/members.ts';
import { code, joined, literal, typed, types, type Code } from '../code/code.ts';
import { classOf, slotOf } from '../context.ts';
import { keyPart } from '../keys/index-key.ts';
import { removable, type NetworkContext } from './network-context.ts';
import { factAt, type MatchCode } from './reference.ts';
import { required } from '../../../required.ts';

function pairsOf({ plan }: NetworkContext, { id }: MemoryPlan): readonly MemberPair[] {
  return plan.members.get(id)?.pairs ?? [];
}

/** The keys of what a slot holds. */
function keysOf(context: NetworkContext, template: string, name: string, fact: Code): Code {
  const { slot, name: property } = slotOf(context, template, name);
  const value = code`${fact}.${property}`;
  return slot.list
    ? code`${context.value('memberKeys')}(${value})`
    : code`[${keyPart(context, slot, value)}]`;
}

export function leftKeys(network: NetworkContext, { left }: MemberPair, match: MatchCode): Code {
  const fact = factAt(network, match, left.position, left.template);
  return keysOf(network, left.template, required(left.slot, 'slot'), fact);
}

export function rightKeys(
  network: NetworkContext,
  template: string,
  { right }: MemberPair,
  fact = code`f`,
): Code {
  return keysOf(network, template, right, fact);
}

/** Constructor of a memory with such indexes; null if it has no membership look-ups. */
export function newMemberMemory(
  network: NetworkContext,
  memory: FactsMemory | WaitingMemory,
  item: { readonly name: Code; readonly type: Code },
  match: MatchCode | null,
): Code | null {
  const functions = pairsOf(network, memory).map((pair) => {
    const keys =
      match === null
        ? rightKeys(network, (memory as { template: string }).template, pair)
        : leftKeys(network, pair, match);
    return code`(${item.name}) => ${keys}`;
  });
  if (functions.length === 0) return null;
  return code`new ${network.value('MemberMemory')}${types`<${item.type}>`}(${joined(functions, ', ')})`;
}

/** The same for removable matches (runtime/matching/member-matches.ts). */
export function newMemberMatches(
  network: NetworkContext,
  memory: RemovableFactsMemory | RemovableMemory,
): Code | null {
  const type = typed(network.type('PartialMatch'));
  const functions = pairsOf(network, memory).map((pair) => {
    if (memory.kind !== 'removable-facts')
      return code`(l${type}) => ${leftKeys(network, pair, removable(code`l`, memory.shape))}`;
    const fact = code`(r.fact${types` as ${classOf(network, memory.template)}`})`;
    return code`(r${type}) => ${rightKeys(network, memory.template, pair, fact)}`;
  });
  if (functions.length === 0) return null;
  return code`new ${network.value('MemberMatches')}(${joined(functions, ', ')})`;
}

/** The pair that a join looks for in a memory, and its index there; null: it visits all items. */
export function askedOf(
  { plan }: NetworkContext,
  memory: MemoryId,
  join: JoinId,
): { readonly pair: MemberPair; readonly index: Code } | null {
  const lookup = plan.members.get(memory)?.readers.get(join);
  return lookup === undefined ? null : { pair: lookup.pair, index: literal(lookup.index) };
}
