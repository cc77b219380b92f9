/**
 * The rows of a decision table end in joins that differ in nothing but the number of the row that they want. One of them
 * represents all: it keeps the waiting matches, and the row that a match and a fact lead to is found once.
 */
import { joinTestKey } from '../order/keys.ts';
import type { AlphaNode, Join, JoinTest, Network } from '../order/network.ts';
import type { JoinId } from './ids.ts';
import { remainingTests } from './keys.ts';
import type { Kinds } from './retractable.ts';
import { ROWS_IN_GROUP } from '../thresholds.ts';

export interface RowGroup {
  /** Visited first; represents all of them. */
  readonly representative: JoinId;
  /** Expression for the number of the row. */
  readonly choice: Extract<JoinTest, { kind: 'expression' }>;
  /** In the order in which they are visited. */
  readonly members: readonly { readonly row: number; readonly terminal: JoinId }[];
  readonly joins: readonly JoinId[];
}

interface Candidate {
  readonly place: string;
  readonly join: Join;
  readonly choice: RowGroup['choice'];
  readonly member: RowGroup['members'][number];
}

/** True if a right match is joined to a left one immediately, and nothing else happens there. */
function joinsAtOnce({ id, negated, exists, secondary }: Join, kinds: Kinds, deferred: ReadonlySet<JoinId>) {
  switch (kinds.kindOf[id]) {
    case 'first':
    case 'join':
      return true;
    case 'removable':
      return !negated && !exists && secondary.length === 0 && !deferred.has(id);
    default:
      return false;
  }
}

/** A join that wants one row of a table, and after which its rule fires. */
function candidateOf(join: Join, kinds: Kinds, deferred: ReadonlySet<JoinId>): Candidate | null {
  if (join.right.kind !== 'alpha' || !joinsAtOnce(join, kinds, deferred)) return null;
  const [child, second] = join.children;
  if (child === undefined || child.join.terminal === null || second !== undefined) return null;
  if (deferred.has(child.join.id)) return null;
  const [last, ...others] = remainingTests(join);
  if (last?.kind !== 'expression' || others.length > 0) return null;
  const { expression, variables } = last.bound;
  if (expression.kind !== 'call' || expression.name !== 'eq' || expression.args.length !== 2) return null;
  const [choice, number] = expression.args;
  if (choice?.kind !== 'call' || choice.target.kind !== 'deffunction') return null;
  if (number?.kind !== 'literal' || typeof number.value.value !== 'number') return null;
  const test: RowGroup['choice'] = { kind: 'expression', bound: { expression: choice, variables } };
  const place = [
    kinds.kindOf[join.id],
    join.right.node.id,
    join.previous?.id ?? null,
    join.hash.map(({ slot, left }) => [slot, left.position, left.slot]),
  ];
  return {
    place: JSON.stringify(place),
    join,
    choice: test,
    member: { row: number.value.value, terminal: child.join.id },
  };
}

function asksTheSame(one: RowGroup['choice'], other: RowGroup['choice']): boolean {
  const isShared =
    one.bound.expression === other.bound.expression && one.bound.variables === other.bound.variables;
  return isShared || joinTestKey(one) === joinTestKey(other);
}

/** Groups of joins that are adjacent wherever they are visited, by each of their joins. */
export function planRowGroups(
  nodes: readonly AlphaNode[],
  { joins }: Network,
  kinds: Kinds,
): ReadonlyMap<JoinId, RowGroup> {
  const places = new Map(
    joins.flatMap(({ children }) => children.map(({ join }, place) => [join.id, place] as const)),
  );
  const groups = new Map<JoinId, RowGroup>();
  const deferred = new Set([...kinds.regions.values()].flatMap((joins) => joins.map(({ id }) => id)));
  for (const { entries } of nodes) {
    let run: Candidate[] = [];
    const close = (): void => {
      const [first] = run;
      if (first !== undefined && run.length >= ROWS_IN_GROUP) addGroup(groups, first, run);
      run = [];
    };
    for (const join of entries) {
      if (kinds.kindOf[join.id] === 'late-negation') continue;
      const found = candidateOf(join, kinds, deferred);
      const before = run.at(-1);
      // Nothing may be driven between two of them when a match comes from the left.
      const isNext =
        found !== null &&
        before?.place === found.place &&
        asksTheSame(before.choice, found.choice) &&
        (join.previous === null || places.get(join.id) === (places.get(before.join.id) ?? 0) + 1);
      if (!isNext) close();
      if (found !== null) run.push(found);
    }
    close();
  }
  return groups;
}

function addGroup(
  groups: Map<JoinId, RowGroup>,
  { join: representative, choice }: Candidate,
  run: readonly Candidate[],
): void {
  const members = run.map(({ member }) => member);
  if (new Set(members.map(({ row }) => row)).size < members.length) return;
  const joins = run.map(({ join }) => join.id);
  const group = { representative: representative.id, choice, members, joins };
  for (const id of joins) groups.set(id, group);
}

/** The joins that another one represents. */
export function mergedRowsOf(groups: ReadonlyMap<JoinId, RowGroup>): ReadonlySet<JoinId> {
  return new Set([...groups].filter(([id, { representative }]) => id !== representative).map(([id]) => id));
}
