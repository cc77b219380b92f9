/** Indexes by which memories find what a list contains, or the lists that contain a value. */
import type { Network } from '../order/network.ts';
import { elementAt } from '../required.ts';
import type { Template } from '../ruleset.ts';
import type { JoinId, MemoryId } from './ids.ts';
import { remainingTests } from './keys.ts';
import type { JoinPlan } from './match-plan.ts';
import { memberPair, type MemberPair } from './members.ts';
import type { MemoryPlan } from './memory-plan.ts';

export interface MemberIndexes {
  /** One index each; readers that look up the same values share one. */
  readonly pairs: readonly MemberPair[];
  /** The index that each reader uses, and the values that it looks up there. A join that is not listed visits all items. */
  readonly readers: ReadonlyMap<JoinId, MemberLookup>;
}

interface MemberLookup {
  /** Place in `pairs`. */
  readonly index: number;
  /** The reader's own values: those of another one that shares the index may be at another place of its match. */
  readonly pair: MemberPair;
}

/** Plans the indexes of all memories that have one. */
export function planMemberIndexes(
  memories: readonly MemoryPlan[],
  joins: readonly JoinPlan[],
  templates: ReadonlyMap<string, Template>,
): ReadonlyMap<MemoryId, MemberIndexes> {
  const planned = new Map<MemoryId, MemberIndexes>();
  for (const memory of memories) {
    // Keys of equality come first: they find fewer items.
    if (memory.kind === 'empty-match' || memory.key.length > 0) continue;
    const pairs = new Map<string, MemberPair>();
    const own = new Map<JoinId, MemberPair>();
    for (const id of memory.readers) {
      const join = elementAt(joins, id);
      const pair =
        join.kind === 'first' || join.kind === 'terminal' ? null : memberPair(templates, join.tests);
      if (pair === null) continue;
      pairs.set(keyOf(memory.kind, pair), pair);
      own.set(id, pair);
    }
    if (pairs.size === 0) continue;
    const order = [...pairs.keys()];
    const readers = new Map(
      [...own].map(([id, pair]) => [id, { index: order.indexOf(keyOf(memory.kind, pair)), pair }]),
    );
    planned.set(memory.id, { pairs: [...pairs.values()], readers });
  }
  return planned;
}

function keyOf(kind: MemoryPlan['kind'], { left, right }: MemberPair): string {
  return kind === 'facts' || kind === 'removable-facts' ? right : [left.position, left.slot].join(' ');
}

/** The values that each join of the full network looks up, where equality gives it no key. */
export function planMemberPairs(
  { joins }: Network,
  templates: ReadonlyMap<string, Template>,
): ReadonlyMap<JoinId, MemberPair> {
  const planned = new Map<JoinId, MemberPair>();
  for (const join of joins) {
    if (join.previous === null || join.right.kind !== 'alpha' || join.hash.length > 0) continue;
    const pair = memberPair(templates, remainingTests(join));
    if (pair !== null) planned.set(join.id, pair);
  }
  return planned;
}
