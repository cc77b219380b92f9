/** By what facts and matches are found in the memories of a join. */
import type { AlphaNode, HashPair, Join, JoinTest } from '../order/network.ts';
import type { Relation } from '../relation.ts';
import type { Template } from '../ruleset.ts';
import { entryOf, required } from '../required.ts';
import { ROWS_OF_A_VALUE } from '../thresholds.ts';

/** Criteria for choosing keys. */
export interface KeyFacts {
  readonly templates: ReadonlyMap<string, Template>;
  /** Selective columns of relations, by template, the best first. */
  readonly telling: ReadonlyMap<string, readonly string[]>;
}

/** The columns of each relation that identify its rows. */
export function tellingColumns(relations: readonly Relation[]): KeyFacts['telling'] {
  const tellingOf = ({ template, rows }: Relation): readonly string[] =>
    template.slots
      .map(({ name }, column) => ({ name, most: mostAlike(rows, column) }))
      .filter(({ most }) => most <= ROWS_OF_A_VALUE)
      .sort((a, b) => a.most - b.most)
      .map(({ name }) => name);
  return new Map(relations.map((relation) => [relation.template.name, tellingOf(relation)]));
}

function mostAlike(rows: Relation['rows'], column: number): number {
  const counts = new Map<unknown, number>();
  let most = 0;
  for (const row of rows) {
    const count = (counts.get(row[column]) ?? 0) + 1;
    counts.set(row[column], count);
    most = Math.max(most, count);
  }
  return most;
}

/**
 * Returns the key slots of an append-only memory. A column that identifies the rows of a relation is enough. Slots with
 * allowed values distinguish few facts, so they are left to the comparison if other slots exist.
 */
export function roughSlots(
  { templates, telling }: KeyFacts,
  { template, hash }: Pick<AlphaNode, 'template' | 'hash'>,
): readonly string[] {
  const best = telling.get(template)?.find((name) => hash.includes(name));
  if (best !== undefined) return [best];
  const { slots } = entryOf(templates, template);
  const open = hash.filter((name) => slots.find((slot) => slot.name === name)!.allowed === null);
  return open.length === 0 ? hash : open;
}

/** The pairs of those slots and of what they are equal to in the match on the left. */
export function roughPairs(facts: KeyFacts, join: Join): readonly HashPair[] {
  if (join.right.kind !== 'alpha') return uniquePairs(join);
  const slots = roughSlots(facts, join.right.node);
  return join.hash.filter(({ slot }) => slots.includes(slot));
}

/** The hash pairs of a join; a group names an outer variable as often as its patterns use it. */
export function uniquePairs(join: Join): readonly HashPair[] {
  if (join.right.kind === 'alpha') return join.hash;
  const seen = new Set<string>();
  return join.hash.filter(({ left }) => {
    const key = String(left.position) + ' ' + required(left.slot, 'slot');
    return !seen.has(key) && seen.add(key);
  });
}

/** True if the look-up in a memory already covers this test. */
function isHashed(join: Join, test: JoinTest): boolean {
  // INVARIANT: each slot on which the sides of a group agree is among its hash pairs.
  if (test.kind === 'agree') return true;
  if (test.kind !== 'compare' || !test.equal || test.with.side !== 'left' || join.right.kind !== 'alpha')
    return false;
  return join.hash.some(
    ({ slot, left }) =>
      slot === test.slot && left.position === test.with.position && left.slot === test.with.slot,
  );
}

/** The tests of a join that its memories leave. */
export function remainingTests(join: Join): readonly JoinTest[] {
  const compares = join.right.kind === 'alpha';
  return join.tests.filter((test) => !isHashed(join, test) && (test.kind === 'expression' || compares));
}
