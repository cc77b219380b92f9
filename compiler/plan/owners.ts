/** Owner of each join: joins of one rule are printed with the rule, shared joins separately. */
import type { JoinId, RuleId } from './ids.ts';
import type { JoinPlan } from './match-plan.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { RowGroup } from './row-groups.ts';
import { elementAt } from '../required.ts';

export interface Owners {
  /** The one rule that a join leads to; null: several. By id. */
  readonly joins: readonly (RuleId | null)[];
  /** The one rule whose joins read a memory; null: several. By id. */
  readonly memories: readonly (RuleId | null)[];
}

function theOnly(owners: readonly (RuleId | null)[], otherwise: RuleId | null): RuleId | null {
  const all = new Set(owners);
  const [only = otherwise] = all;
  return all.size > 1 ? null : only;
}

/** @param rowGroups rows of tables, which are matched together */
export function planOwners(
  joins: readonly JoinPlan[],
  memories: readonly MemoryPlan[],
  rowGroups: ReadonlyMap<JoinId, RowGroup>,
): Owners {
  const owners: (RuleId | null | undefined)[] = [];
  const ownerOf = (join: JoinPlan): RuleId | null => {
    const known = owners[join.id];
    if (known !== undefined) return known;
    const led = join.children.map((child) => ownerOf(elementAt(joins, child.join)));
    return (owners[join.id] = rowGroups.has(join.id) ? null : theOnly(led, join.rule));
  };
  const owned = joins.map(ownerOf);
  const readers = ({ readers }: MemoryPlan) => readers.map((id: JoinId): RuleId | null => owned[id] ?? null);
  return { joins: owned, memories: memories.map((memory) => theOnly(readers(memory), null)) };
}
