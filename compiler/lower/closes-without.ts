/** Paths without which a rule that closes fires whatever else the document holds. */
import { missingPaths, type Formula } from './formula.ts';
import type { ListNode, PathNode } from './document/nodes.ts';
import { keysTo, type Resolved } from './resolved.ts';

/** Certainly false at worst, or never: the least that a condition can be if the path is missing. */
type Least = 'false' | 'unknown';

/** The paths of the document, as they are shown, in the order in which the conditions name them. */
export function closesWithout(formulas: readonly Formula[]): readonly string[] {
  const nodes = new Set(formulas.flatMap(nodesIn));
  const alone = [...nodes].filter((node) =>
    formulas.every((formula) => leastOf(formula, node) === 'unknown'),
  );
  return alone.map(({ shown }) => shown);
}

/** Unknown atoms stay unknown whatever the others are: `and` takes the least, `or` the most. */
function leastOf(formula: Formula, node: PathNode): Least {
  switch (formula.kind) {
    case 'and':
      return formula.parts.every((part) => leastOf(part, node) === 'unknown') ? 'unknown' : 'false';
    case 'or':
      return formula.parts.some((part) => leastOf(part, node) === 'unknown') ? 'unknown' : 'false';
    case 'atom':
      return formula.whenMissing === 'unknown' && unexcused(formula.expression).includes(node)
        ? 'unknown'
        : 'false';
    case 'quantifier': {
      const { binding } = formula.value;
      const isGone = binding.kind === 'item' && !binding.isOptional && isList(binding.list, node);
      return isGone ? 'unknown' : 'false';
    }
    default:
      return 'false';
  }
}

const isList = ({ owner, path, isDefinite }: ListNode, node: PathNode): boolean =>
  owner === null && !isDefinite && path === node;

const unexcused = (expression: Resolved): readonly PathNode[] =>
  missingPaths(expression).flatMap(({ node, binding, isOptional }) => [
    ...keysTo(binding).flatMap(unexcused),
    ...(isOptional || node.owner !== null ? [] : [node]),
  ]);

function nodesIn(formula: Formula): readonly PathNode[] {
  switch (formula.kind) {
    case 'and':
    case 'or':
      return formula.parts.flatMap(nodesIn);
    case 'atom':
      return unexcused(formula.expression);
    case 'quantifier': {
      const { binding } = formula.value;
      return binding.kind === 'item' && binding.list.owner === null ? [binding.list.path] : [];
    }
    default:
      return [];
  }
}
