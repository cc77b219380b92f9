/** Memories that find their items by membership in a list (runtime/matching/member-memory.ts). */
import type {
  FactsMemory,
  LinkedFactsMemory,
  LinkedMemory,
  MemoryPlan,
  WaitingMemory,
} from '../../../plan/memory-plan.ts';
import { memberPair, type MemberPair } from '../../../plan/members.ts';
import { code, joined, literal, typed, types, type Code } from '../code/code.ts';
import type { Template } from '../../../ruleset.ts';
import { classOf, slotOf, type Context } from '../context.ts';
import { keyPart } from './index-key.ts';
import { linked, type NetworkContext } from './network-context.ts';
import { factAt, type MatchCode } from './reference.ts';
import { elementAt, required } from '../../../required.ts';

type Asked = FactsMemory | WaitingMemory | LinkedFactsMemory | LinkedMemory;

/** Keys that the readers of a memory look up, without repeats. */
function pairsOf({ context, plan }: NetworkContext, memory: Asked): readonly MemberPair[] {
  if (memory.key.length > 0) return [];
  const templates = templatesOf(context);
  const pairs = new Map<string, MemberPair>();
  for (const id of memory.readers) {
    const join = elementAt(plan.joins, id);
    if (join.kind === 'first' || join.kind === 'terminal') continue;
    const pair = memberPair(templates, join.tests);
    if (pair !== null) pairs.set(keyOf(memory, pair), pair);
  }
  return [...pairs.values()];
}

function templatesOf({ matched }: Context): ReadonlyMap<string, Template> {
  return new Map([...matched].map(([name, { template }]) => [name, template]));
}

function keyOf({ kind }: Asked, { left, right }: MemberPair): string {
  return kind === 'facts' || kind === 'linked-facts' ? right : [left.position, left.slot].join(' ');
}

/** The keys of what a slot holds. */
function keysOf({ context }: NetworkContext, template: string, name: string, fact: Code): Code {
  const { slot, name: property } = slotOf(context, template, name);
  const value = code`${fact}.${property}`;
  return slot.list
    ? code`${context.value('memberKeys')}(${value})`
    : code`[${keyPart(context, slot, value)}]`;
}

export function leftKeys(network: NetworkContext, { left }: MemberPair, match: MatchCode): Code {
  const fact = factAt(network.context, match, left.position, left.template);
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
  return code`new ${network.context.value('MemberMemory')}${types`<${item.type}>`}(${joined(functions, ', ')})`;
}

/** The same for linked matches (runtime/matching/member-matches.ts). */
export function newMemberMatches(
  network: NetworkContext,
  memory: LinkedFactsMemory | LinkedMemory,
): Code | null {
  const type = typed(network.context.type('PartialMatch'));
  const functions = pairsOf(network, memory).map((pair) => {
    if (memory.kind !== 'linked-facts')
      return code`(l${type}) => ${leftKeys(network, pair, linked(code`l`, memory.shape))}`;
    const fact = code`(r.fact${types` as ${classOf(network.context, memory.template)}`})`;
    return code`(r${type}) => ${rightKeys(network, memory.template, pair, fact)}`;
  });
  if (functions.length === 0) return null;
  return code`new ${network.context.value('MemberMatches')}(${joined(functions, ', ')})`;
}

/** Keys that the tests of a join look up. */
export function memberPairOf(
  { context }: NetworkContext,
  tests: Parameters<typeof memberPair>[1],
): MemberPair | null {
  return memberPair(templatesOf(context), tests);
}

/** The pair that a join looks for in a memory, and its index there; null: it visits all items. */
export function askedOf(
  network: NetworkContext,
  memory: MemoryPlan,
  tests: Parameters<typeof memberPair>[1],
): { readonly pair: MemberPair; readonly index: Code } | null {
  if (memory.kind === 'empty-match') return null;
  const templates = templatesOf(network.context);
  const pair = memory.key.length > 0 ? null : memberPair(templates, tests);
  if (pair === null) return null;
  const index = pairsOf(network, memory).findIndex((other) => keyOf(memory, other) === keyOf(memory, pair));
  return { pair, index: literal(index) };
}
