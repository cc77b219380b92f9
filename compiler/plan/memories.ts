/** The memories, their contents and their readers: unread contents are not stored. */
import type { AlphaNode, Join, Network } from '../order/network.ts';
import { roughPairs, roughSlots, uniquePairs, type KeyFacts } from './keys.ts';
import type { MemoryPlan, Shape } from './memory-plan.ts';
import type { JoinId, MemoryId, NodeId } from './ids.ts';
import type { Kinds } from './retractable.ts';
import { elementAt, required } from '../required.ts';

export interface Memories {
  readonly all: readonly MemoryPlan[];
  /** Facts of a node in an append-only memory. */
  readonly facts: ReadonlyMap<NodeId, MemoryId>;
  /** Removable matches of a node. */
  readonly removableFacts: ReadonlyMap<NodeId, MemoryId>;
  /** Left memory of a join. */
  readonly left: ReadonlyMap<JoinId, MemoryId>;
  readonly group: ReadonlyMap<JoinId, MemoryId>;
}

const idsOf = (joins: readonly Join[]): readonly JoinId[] => joins.map(({ id }) => id);

/** Joins of one kind that find the same matches behind the same join under the same key share a memory. */
function sharing(network: Network, keyed: KeyFacts, { kindOf }: Kinds) {
  const groups = new Map<string, Join[]>();
  for (const join of network.joins) {
    const kind = elementAt(kindOf, join.id);
    if (kind !== 'join' && kind !== 'exists') continue;
    const key = roughPairs(keyed, join).map(({ left }) => [left.position, left.slot]);
    const text = JSON.stringify([required(join.previous, 'previous').id, key]);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [join]);
    else group.push(join);
  }
  return groups;
}

/** `mergedRows`: joins that read the memory of another one, which represents them. */
export function planMemories(
  network: Network,
  nodes: readonly AlphaNode[],
  keyed: KeyFacts,
  kinds: Kinds,
  shapes: readonly Shape[],
  mergedRows: ReadonlySet<JoinId>,
): Memories {
  const { kindOf } = kinds;
  const all: MemoryPlan[] = [];
  const facts = new Map<NodeId, MemoryId>();
  const removableFacts = new Map<NodeId, MemoryId>();
  const left = new Map<JoinId, MemoryId>();
  const group = new Map<JoinId, MemoryId>();
  const add = (make: (id: MemoryId) => MemoryPlan): MemoryId => {
    const id = all.length;
    all.push(make(id));
    return id;
  };
  for (const node of nodes) {
    const { id: nodeId, template, entries } = node;
    const appendOnly = entries.filter(({ id }) =>
      ['join', 'exists', 'late-negation'].includes(elementAt(kindOf, id)),
    );
    if (appendOnly.length > 0) {
      const key = roughSlots(keyed, node);
      facts.set(
        nodeId,
        add((id) => ({
          kind: 'facts',
          id,
          node: nodeId,
          template,
          key,
          readers: idsOf(appendOnly),
          flag: null,
        })),
      );
    }
    // The matches of a first pattern without blockers are never looked up.
    const removable = entries.filter(
      ({ id, first, negated, exists }) => kindOf[id] === 'removable' && (!first || negated || exists),
    );
    if (removable.length > 0) {
      removableFacts.set(
        nodeId,
        add((id) => ({
          kind: 'removable-facts',
          id,
          node: nodeId,
          template,
          key: node.hash,
          readers: idsOf(removable),
          awaited: null,
        })),
      );
    }
  }
  const shared = sharing(network, keyed, kinds);
  for (const joins of shared.values()) {
    const [one] = joins;
    const after = required(one, 'one').previous!.id;
    const key = roughPairs(keyed, required(one, 'one')).map((pair) => pair.left);
    const memory = add((id) => ({
      kind: 'waiting',
      id,
      after,
      shape: elementAt(shapes, after),
      key,
      readers: idsOf(joins),
      flag: null,
      awaited: null,
    }));
    for (const { id } of joins) left.set(id, memory);
  }
  for (const join of network.joins) {
    const { id: joinId, right, first, previous } = join;
    if (kindOf[joinId] !== 'removable' || right.kind === 'none' || mergedRows.has(joinId)) continue;
    const key = uniquePairs(join).map((pair) => pair.left);
    const readers = [joinId];
    const removable = (kind: 'removable-left' | 'removable-group', shape: Shape): MemoryId =>
      add((id) => ({ kind, id, join: joinId, shape, key, readers }));
    if (!first) left.set(joinId, removable('removable-left', shapes[required(previous, 'previous').id]!));
    else if (join.negated || join.exists || right.kind === 'group')
      left.set(
        joinId,
        add((id) => ({ kind: 'empty-match', id, join: joinId, readers })),
      );
    if (right.kind === 'group')
      group.set(joinId, removable('removable-group', elementAt(shapes, right.join.id)));
  }
  return { all, facts, removableFacts, left, group };
}
