/** Joins through membership: a value of one side in a list of the other. */
import type { JoinTest, Reference } from '../order/network.ts';
import type { Template } from '../ruleset.ts';
import { required } from '../required.ts';

export interface MemberPair {
  /** Where the value or the list of the match before is. */
  readonly left: Reference;
  /** Slot of the fact on the right. */
  readonly right: string;
}

/**
 * The values of a join's first test of membership, by which its memories can find what matches; null: there is none, or a
 * test before it can fail, which would then not run for every pair.
 */
export function memberPair(
  templates: ReadonlyMap<string, Template>,
  tests: readonly JoinTest[],
): MemberPair | null {
  for (const test of tests) {
    const pair = pairOf(templates, test);
    if (pair !== null) return pair;
    if (test.kind === 'expression' && test.bound.expression.canFail) return null;
  }
  return null;
}

function pairOf(templates: ReadonlyMap<string, Template>, test: JoinTest): MemberPair | null {
  if (test.kind !== 'expression') return null;
  const { expression, variables } = test.bound;
  if (expression.kind !== 'call' || expression.target.kind !== 'function') return null;
  if (expression.target.row.name !== 'member$') return null;
  const [item, list] = expression.args.map((arg) =>
    arg.kind === 'variable' ? variables.get(arg.name) : undefined,
  );
  if (item?.side === list?.side || item === undefined || list === undefined) return null;
  const [itemSlot, listSlot] = [item, list].map(({ template, slot }) =>
    templates.get(template)?.slots.find(({ name }) => name === slot),
  );
  if (!itemSlot || !listSlot || itemSlot.list || !listSlot.list) return null;
  if (itemSlot.type !== listSlot.type || itemSlot.type === 'BOOLEAN') return null;
  const [left, right] = item.side === 'left' ? [item, list] : [list, item];
  return { left, right: required(right.slot, 'slot') };
}
