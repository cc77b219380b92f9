import type { ShortExpression } from '../../compiler/short-tree.ts';

/** Names of values that have no pattern. */
const VALUES: ReadonlySet<string> = new Set(['const', 'now']);

interface Collected {
  readonly roots: Set<string>;
  /** A part that is left out. */
  readonly skipped: ShortExpression | null;
  /** Also names that are mentioned only under `not`, which give the rule no pattern. */
  readonly isAll: boolean;
}

/** Names of the patterns that a condition gives to its rule. */
export function patternRoots(tree: ShortExpression): ReadonlySet<string> {
  return rootsOf(tree, null, false);
}

/** Names that no other part of the condition gives a pattern. */
export function freedRoots(tree: ShortExpression, part: ShortExpression | null): readonly string[] {
  if (part === null) return [];
  const rest = rootsOf(tree, part, false);
  return [...rootsOf(tree, null, true)].filter((root) => !rest.has(root));
}

function rootsOf(
  tree: ShortExpression,
  skipped: ShortExpression | null,
  isAll: boolean,
): ReadonlySet<string> {
  const roots = new Set<string>();
  collect(tree, { roots, skipped, isAll }, new Set(), false);
  return roots;
}

function collect(
  tree: ShortExpression,
  into: Collected,
  bound: ReadonlySet<string>,
  isNegated: boolean,
): void {
  if (tree === into.skipped) return;
  const each = (...trees: readonly ShortExpression[]): void => {
    for (const inner of trees) collect(inner, into, bound, isNegated);
  };
  switch (tree.kind) {
    case 'literal':
      return;
    case 'path':
      if (!bound.has(tree.root.value) && !VALUES.has(tree.root.value) && (into.isAll || !isNegated))
        into.roots.add(tree.root.value);
      for (const step of tree.steps) if (step.kind === 'index') each(step.index);
      return;
    case 'list':
      each(...tree.items);
      return;
    case 'call':
      each(...tree.args);
      return;
    case 'method':
      // A bare argument is a name of a hierarchy, template or slot.
      each(tree.subject, ...tree.args.filter((one) => one.kind !== 'path' || one.steps.length > 0));
      return;
    case 'negative':
      each(tree.operand);
      return;
    case 'not':
      collect(tree.operand, into, bound, true);
      return;
    case 'and':
    case 'or':
      each(...tree.operands);
      return;
    case 'coalesce':
      each(tree.path);
      return;
    case 'comparison':
    case 'in':
    case 'arithmetic':
      each(tree.left, tree.right);
      return;
    case 'quantifier': {
      // The source `charge` is a template; `call.items` belongs to a pattern.
      if (tree.source.steps.length > 0) each(tree.source);
      const inner = new Set([...bound, tree.name.value]);
      for (const argument of tree.args) collect(argument, into, inner, false);
    }
  }
}
