/** When a fact that reaches the end of a pattern needs an entry in matches. */
import { elementAt } from '../required.ts';
import type { JoinId } from './ids.ts';
import type { JoinPlan, MatchNeed, NodePlan } from './match-plan.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { RowGroup } from './row-groups.ts';

/** Returns the same nodes, each with its need. */
export function planNeeds(
  nodes: readonly NodePlan[],
  joins: readonly JoinPlan[],
  memories: readonly MemoryPlan[],
  rowGroups: ReadonlyMap<JoinId, RowGroup>,
): readonly NodePlan[] {
  return nodes.map((node) => {
    const need = needOf(node, joins, memories, rowGroups);
    return need === null ? node : { ...node, need };
  });
}

/** `null`: always. */
function needOf(
  { facts, removable, entries }: NodePlan,
  joins: readonly JoinPlan[],
  memories: readonly MemoryPlan[],
  rowGroups: ReadonlyMap<JoinId, RowGroup>,
): MatchNeed | null {
  if (removable === null || facts !== null) return null;
  const memory = elementAt(memories, removable);
  if (memory.kind !== 'removable-facts' || memory.awaited === null) return null;
  const met: JoinId[] = [];
  for (const id of entries) {
    const group = rowGroups.get(id);
    if (group !== undefined && group.representative !== id) continue;
    const join = elementAt(joins, id);
    if (join.kind !== 'removable' || join.leftGuard === 'none') return null;
    met.push(id);
  }
  return { awaited: removable, met };
}
