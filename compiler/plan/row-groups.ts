/**
 * The rows of a decision table end in joins that differ in nothing but the number of the row that they want. Which row
 * it is is found once for all of them.
 */
import { joinTestKey } from '../order/keys.ts';
import type { JoinTest } from '../order/network.ts';
import type { JoinId } from './ids.ts';
import type { FirstJoin, JoinPlan, NodePlan, PlainJoin, TerminalJoin } from './match-plan.ts';

type RowJoin = FirstJoin | PlainJoin;

export interface RowGroup {
  /** Visited first; stands for all of them. */
  readonly leader: RowJoin;
  /** What gives the number of the row. */
  readonly choice: Extract<JoinTest, { kind: 'expression' }>;
  /** In the order in which they are visited. */
  readonly members: readonly { readonly row: number; readonly terminal: TerminalJoin }[];
  readonly joins: readonly JoinId[];
}

/** Fewer are as cheap one by one. */
const FEWEST = 3;

interface Candidate {
  readonly key: string;
  readonly join: RowJoin;
  readonly choice: RowGroup['choice'];
  readonly member: RowGroup['members'][number];
}

/** A join that wants one row of a table, and after which its rule fires. */
function candidateOf(join: JoinPlan, joins: readonly JoinPlan[]): Candidate | null {
  if (join.kind !== 'first' && join.kind !== 'join') return null;
  const [child, second] = join.children;
  const terminal = child && joins[child.join];
  if (terminal?.kind !== 'terminal' || terminal.part !== null || second !== undefined) return null;
  const [last, ...others] = join.tests;
  if (last?.kind !== 'expression' || others.length > 0) return null;
  const { expression, variables } = last.bound;
  if (expression.kind !== 'call' || expression.name !== 'eq' || expression.args.length !== 2) return null;
  const [choice, number] = expression.args;
  if (choice?.kind !== 'call' || choice.target.kind !== 'deffunction') return null;
  if (number?.kind !== 'literal' || typeof number.value.value !== 'number') return null;
  const test: RowGroup['choice'] = { kind: 'expression', bound: { expression: choice, variables } };
  const level = JSON.stringify([
    join.kind,
    join.node,
    join.kind === 'join' ? [join.facts, join.waiting] : null,
  ]);
  return {
    key: `${level} ${joinTestKey(test)}`,
    join,
    choice: test,
    member: { row: number.value.value, terminal },
  };
}

/** Groups of joins that stand side by side wherever they are visited, by each of their joins. */
export function planRowGroups(
  joins: readonly JoinPlan[],
  nodes: readonly NodePlan[],
): ReadonlyMap<JoinId, RowGroup> {
  const groups = new Map<JoinId, RowGroup>();
  const places = new Map(
    joins.flatMap(({ children }) => children.map(({ join }, place) => [join, place] as const)),
  );
  for (const { entries } of nodes) {
    let run: Candidate[] = [];
    const close = (): void => {
      const [first] = run;
      if (first !== undefined && run.length >= FEWEST) addGroup(groups, first, run);
      run = [];
    };
    for (const id of entries) {
      const found = candidateOf(joins[id]!, joins);
      const before = run.at(-1);
      const isNext =
        found !== null &&
        before !== undefined &&
        found.key === before.key &&
        (found.join.kind === 'first' || places.get(found.join.id) === places.get(before.join.id)! + 1);
      if (!isNext) close();
      if (found !== null) run.push(found);
    }
    close();
  }
  return groups;
}

function addGroup(
  groups: Map<JoinId, RowGroup>,
  { join: leader, choice }: Candidate,
  run: readonly Candidate[],
): void {
  const members = run.map(({ member }) => member);
  if (new Set(members.map(({ row }) => row)).size < members.length) return;
  const joins = run.map(({ join }) => join.id);
  const group = { leader, choice, members, joins };
  for (const id of joins) groups.set(id, group);
}
