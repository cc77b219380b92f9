/**
 * The rows of relations exist before any fact and are never removed. A memory of rows alone is the same in every
 * matcher of a ruleset, so one serves all of them, unless something that belongs to one matcher follows from the rows
 * alone: an activation, or a match that is removable to others.
 */
import { relationOf, type Relation } from '../relation.ts';

import type { JoinPlan, NodePlan, RelationPlan } from './match-plan.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { JoinId, MemoryId } from './ids.ts';
import { elementAt } from '../required.ts';

const isRelation = (template: string): boolean => relationOf(template) !== null;

/** Relations whose rows meet without any fact. */
interface Chain {
  readonly templates: ReadonlySet<string>;
  /** Holds what they lead to. */
  readonly waiting: MemoryId | null;
}

interface Found {
  readonly chains: readonly Chain[];
  /** Relations that each matcher needs rows of its own of. */
  readonly own: Set<string>;
}

/** Results of rows alone, after each first join of a relation. */
function followRows(joins: readonly JoinPlan[], nodes: readonly NodePlan[]): Found {
  const chains: Chain[] = [];
  const own = new Set<string>();
  const keep = (templates: Iterable<string>): void => {
    for (const template of templates) own.add(template);
  };
  const follow = (id: JoinId, templates: ReadonlySet<string>): void => {
    for (const { join: child } of elementAt(joins, id).children) {
      const next = elementAt(joins, child);
      if (next.kind === 'terminal' || next.kind === 'removable') keep(templates);
      else if (next.kind === 'late-negation') follow(child, templates);
      else if (next.kind !== 'first') {
        chains.push({ templates, waiting: next.waiting });
        if (!isRelation(next.template)) continue;
        const together = new Set([...templates, next.template]);
        chains.push({ templates: together, waiting: null });
        if (next.canFail) keep(together);
        follow(child, together);
      }
    }
  };
  for (const join of joins) {
    if (join.kind === 'removable' && join.right.kind === 'node')
      keep([join.right.template].filter(isRelation));
    if (join.kind !== 'first' || !isRelation(join.template)) continue;
    if (join.canFail) own.add(join.template);
    follow(join.id, new Set([join.template]));
  }
  for (const { template, step } of nodes)
    if (isRelation(template) && step.kind === 'test' && step.canFail) own.add(template);
  return { chains, own };
}

/** Relations that meet are shared together or not at all: the order in which their rows meet must stay. */
function spread({ chains, own }: Found): void {
  for (let before = -1; before < own.size;) {
    before = own.size;
    for (const { templates } of chains)
      if ([...templates].some((template) => own.has(template)))
        for (const template of templates) own.add(template);
  }
}

/** Which relations are matched, whether matchers share their rows, and which memories hold nothing else. */
export function planRelations(
  relations: readonly Relation[],
  joins: readonly JoinPlan[],
  nodes: readonly NodePlan[],
  memories: readonly MemoryPlan[],
): { readonly relations: readonly RelationPlan[]; readonly memories: readonly MemoryPlan[] } {
  if (relations.length === 0) return { relations: [], memories };
  const found = followRows(joins, nodes);
  spread(found);
  const ofRows = new Map<MemoryId, 'own' | 'shared'>();
  const note = (memory: MemoryId, templates: Iterable<string>): void => {
    ofRows.set(memory, [...templates].some((template) => found.own.has(template)) ? 'own' : 'shared');
  };
  for (const memory of memories)
    if (memory.kind === 'facts' && isRelation(memory.template)) note(memory.id, [memory.template]);
  for (const { templates, waiting } of found.chains) if (waiting !== null) note(waiting, templates);
  return {
    relations: relations.map((relation) => ({
      relation,
      shared: !found.own.has(relation.template.name),
      matched: nodes.some(({ template }) => template === relation.template.name),
    })),
    memories: memories.map((memory) => {
      const rows = ofRows.get(memory.id);
      if (rows === undefined || (memory.kind !== 'facts' && memory.kind !== 'waiting')) return memory;
      return { ...memory, rows };
    }),
  };
}
