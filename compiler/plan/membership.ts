/**
 * Facts that a join may look for in append-only memories: those that passed a pattern, or that wait on the left of a
 * second pattern. Putting a fact into every such memory would be most of the work of a small request. A fact carries a
 * flag for each of them instead, and the newest facts of a template are found by looking at their flags; only when there
 * are many do they go into the memories.
 */
import type { FactsMemory, Flag, MemoryPlan, Shape, WaitingMemory } from './memory-plan.ts';
import type { JoinId } from './ids.ts';
import type { Kinds } from './retractable.ts';
import { factTemplate } from '../order/list-items.ts';
import { relationOf } from '../relation.ts';
import type { Join, Network } from '../order/network.ts';
import { elementAt, required } from '../required.ts';

/** Flags of one small integer; a fact has two of them (see Fact in the runtime). Memories beyond have no flag. */
const FLAGS_IN_WORD = 31;
const WORDS = [0, 1] as const;

/**
 * True if the facts that a join meets are never among those in its memories. If a template is on both sides of a join
 * a fact can meet itself, and then the moment in which it enters a memory matters: as part of the match before, or
 * because it is the support that an earlier `exists` waited for. A late negation join is tested again later, after that moment.
 */
function meetsOthersOnly(join: Join, kinds: Kinds): boolean {
  if (kinds.kindOf[join.id] === 'late-negation') return true;
  if (join.right.kind !== 'alpha') return false;
  const template = factTemplate(join.right.node.template);
  const before = required(join.previous, 'previous').shape.map((other) => other && factTemplate(other));
  return !before.includes(template) && !isSupportedBy(required(join.previous, 'previous'), template, kinds);
}

/** True if a new fact of the template can release a match that waited at this join or earlier. */
function isSupportedBy(join: Join, template: string, kinds: Kinds): boolean {
  const supports =
    kinds.kindOf[join.id] === 'exists' &&
    join.right.kind === 'alpha' &&
    factTemplate(join.right.node.template) === template;
  return supports || (join.previous !== null && isSupportedBy(join.previous, template, kinds));
}

/** The template of the facts that the memory holds as they are; null: it holds matches. */
function flaggedTemplate(
  memory: FactsMemory | WaitingMemory,
  { joins }: Network,
  shapes: readonly Shape[],
  kinds: Kinds,
): string | null {
  if (memory.kind === 'facts') return flagged(memory.template);
  // A match that passes after its arrival would get its flag too late to be read.
  let after: Join | null = elementAt(joins, memory.after);
  while (after !== null && kinds.kindOf[after.id] === 'late-negation') after = after.previous;
  if (after === null || kinds.kindOf[after.id] !== 'first') return null;
  return flagged(required(elementAt(elementAt(shapes, after.id).templates, 0), 'the first template'));
}

/**
 * The item of a list carries no flags: the fact has them. Rows of relations exist before the facts, and in the
 * memories for good.
 */
function flagged(template: string): string | null {
  return factTemplate(template) === template && relationOf(template) === null ? template : null;
}

/** Gives every such memory its flag, in their order. */
export function planMembership(
  memories: readonly MemoryPlan[],
  network: Network,
  shapes: readonly Shape[],
  kinds: Kinds,
): readonly MemoryPlan[] {
  const counts = new Map<string, number>();
  return memories.map((memory) => {
    if (memory.kind !== 'facts' && memory.kind !== 'waiting') return memory;
    const template = flaggedTemplate(memory, network, shapes, kinds);
    if (template === null) return memory;
    const count = counts.get(template) ?? 0;
    const word = WORDS[Math.floor(count / FLAGS_IN_WORD)];
    if (word === undefined) return memory;
    counts.set(template, count + 1);
    const atOnce = !memory.readers.every((id: JoinId) =>
      meetsOthersOnly(elementAt(network.joins, id), kinds),
    );
    const flag: Flag = { word, bit: 2 ** (count % FLAGS_IN_WORD), atOnce };
    return { ...memory, flag };
  });
}
