/**
 * Regular expressions that are searched for together: rules look for many patterns in one slot, and most of the work is
 * to read the text. What a fact is asked in any case brings the others along, so no text is read in vain.
 */
import { isPlainText } from '../language/expression/static-type.ts';
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import { automatonSize } from '../language/regex/compile-regex.ts';
import { elementAt } from '../required.ts';
import { SET_INSTRUCTIONS, SET_PATTERNS } from '../thresholds.ts';
import type { NodeId, PatternSetId } from './ids.ts';
import type { NodePlan, PatternSet, PatternTest } from './match-plan.ts';

/** A test that looks for a pattern in a slot. */
interface Search {
  readonly test: PatternTest;
  readonly slot: string;
  readonly pattern: string;
  readonly equal: boolean;
}

/** The pattern that a condition, or its negation, looks for in a slot of the fact. */
function searchOf(test: PatternTest): Search | null {
  if (test.kind !== 'expression') return null;
  const { expression, variables } = test.bound;
  const [negated] = isNot(expression) ? expression.args : [];
  const call = negated ?? expression;
  if (call.kind !== 'call' || call.target.kind !== 'matches') return null;
  const subject = call.args[1];
  if (subject?.kind !== 'variable' || !isPlainText(subject.valueType)) return null;
  const slot = variables.get(subject.name)?.slot ?? null;
  return slot === null ? null : { test, slot, pattern: call.target.pattern, equal: negated === undefined };
}

function isNot(expression: TypedExpression): expression is Extract<TypedExpression, { kind: 'call' }> {
  return (
    expression.kind === 'call' &&
    expression.target.kind === 'function' &&
    expression.target.row.name === 'not'
  );
}

/** Tests that can fail stand in functions of their own. */
function testsOf({ step }: NodePlan): readonly PatternTest[] {
  return step.kind === 'test' && !step.canFail ? step.tests : [];
}

/** What the nodes and all below them search for, as far as it is asked in one function. */
function searchesBelow(nodes: readonly NodePlan[], ids: readonly NodeId[]): readonly Search[] {
  return ids.flatMap((id) => {
    const node = elementAt(nodes, id);
    const { step, children } = node;
    const own = testsOf(node).flatMap((test) => searchOf(test) ?? []);
    const apart =
      children.length > 1 || step.kind === 'each' || (step.kind === 'select' && step.by === 'table');
    return apart ? own : [...own, ...searchesBelow(nodes, children.flat())];
  });
}

/** As many of the patterns as are worth a set, in their order; fewer than two are none. */
function chosen(searches: readonly Search[]): readonly string[] {
  const patterns: string[] = [];
  let size = 0;
  for (const pattern of new Set(searches.map((search) => search.pattern))) {
    const own = automatonSize(pattern);
    if (own === null || size + own > SET_INSTRUCTIONS || patterns.length === SET_PATTERNS) continue;
    patterns.push(pattern);
    size += own;
  }
  return patterns.length > 1 ? patterns : [];
}

/** INVARIANT: a node comes after the one it is below, so the highest place that fits is found first. */
export function planPatternSets(nodes: readonly NodePlan[]): {
  readonly nodes: readonly NodePlan[];
  readonly sets: readonly PatternSet[];
} {
  const sets: PatternSet[] = [];
  const found = new Map<PatternTest, PatternTest>();
  const searches = nodes.map((): { group: number; set: PatternSetId }[] => []);
  const gather = (node: NodePlan, group: number, ids: readonly NodeId[]): void => {
    const isLeft = ({ test }: Search): boolean => !found.has(test);
    const below = searchesBelow(nodes, ids);
    // The first test of a node is asked of every fact that gets to the node above it.
    const certain = ids.flatMap((id) => testsOf(elementAt(nodes, id)).slice(0, 1));
    for (const first of certain.flatMap((test) => searchOf(test) ?? [])) {
      if (!isLeft(first)) continue;
      const { slot } = first;
      const here = [first, ...below.filter((one) => one.slot === slot && isLeft(one))];
      const patterns = chosen(here);
      if (!patterns.includes(first.pattern)) continue;
      const set = sets.push({ template: node.template, slot, patterns }) - 1;
      elementAt(searches, node.id).push({ group, set });
      for (const { test, pattern, equal } of here) {
        const place = patterns.indexOf(pattern);
        if (place >= 0) found.set(test, { kind: 'found', set, place, equal });
      }
    }
  };
  for (const node of nodes) {
    if (node.step.kind !== 'select') node.children.forEach((ids, group) => gather(node, group, ids));
  }
  return {
    sets,
    nodes: nodes.map((node) => ({ ...withFound(node, found), searches: elementAt(searches, node.id) })),
  };
}

function withFound(node: NodePlan, found: ReadonlyMap<PatternTest, PatternTest>): NodePlan {
  if (node.step.kind !== 'test') return node;
  return { ...node, step: { ...node.step, tests: node.step.tests.map((test) => found.get(test) ?? test) } };
}
