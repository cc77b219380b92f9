/** Cuts what would be one long function: V8 optimises no function of more than some ten thousand bytecodes. */
import type { AlphaNode } from '../order/network.ts';
import type { NodeStep } from './match-plan.ts';
import type { NodeId } from './ids.ts';
import { elementAt } from '../required.ts';
import { FUNCTION_NODES, SWITCH_CASES } from '../thresholds.ts';

/** How large the code of each node is, with what is below it; by node. */
export function sizes(nodes: readonly AlphaNode[]): readonly number[] {
  const known: number[] = [];
  const measure = (node: AlphaNode): number =>
    (known[node.id] ??= node.children.reduce((sum, child) => sum + measure(child), 1 + node.entries.length));
  nodes.forEach(measure);
  return known;
}

/** Siblings in their order, in groups that make one function each; one group alone stays where it is. */
export function partition(
  siblings: readonly AlphaNode[],
  size: readonly number[],
): readonly (readonly NodeId[])[] {
  const groups: NodeId[][] = [];
  let weight = Infinity;
  for (const { id } of siblings) {
    if (weight + elementAt(size, id) > FUNCTION_NODES) {
      groups.push([]);
      weight = 0;
    }
    groups.at(-1)!.push(id);
    weight += elementAt(size, id);
  }
  return groups;
}

/** How the constants below a selector are distinguished. */
export function selectBy(constants: number, isFloat: boolean): Extract<NodeStep, { kind: 'select' }>['by'] {
  if (constants > SWITCH_CASES) return 'table';
  return constants === 1 || isFloat ? 'test' : 'switch';
}
