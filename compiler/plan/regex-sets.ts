/**
 * Regular expressions that are searched together: rules look for many patterns in one slot, and most of the work is reading
 * the text. A pattern that every fact is tested with carries the others. An anchored pattern carries only anchored ones, so
 * that few texts are read to the end without need.
 */
import { argumentsOf } from '../language/expression/arguments-of.ts';
import { isPlainText } from '../language/static-type.ts';
import { searchCost, type SearchCost } from '../language/regex/compile-regex.ts';
import { elementAt } from '../required.ts';
import { REGEX_SETS_SIZE, REGEX_SET_PATTERNS, REGEX_SET_SIZE } from '../thresholds.ts';
import type { NodeId, RegexSetId } from './ids.ts';
import type { NodePlan, RegexSet, NodeTest } from './match-plan.ts';

/** A test that looks for a pattern in a slot, with an automaton. */
interface Search {
  readonly test: NodeTest;
  readonly slot: string;
  readonly pattern: string;
  readonly cost: SearchCost;
  readonly equal: boolean;
}

/** The pattern that a condition, or its negation, looks for in a slot of the fact. `costOf`: what each pattern costs. */
function searchOf(test: NodeTest, costOf: (pattern: string) => SearchCost | null): Search | null {
  if (test.kind !== 'expression') return null;
  const { expression, variables } = test.bound;
  const [negated] = argumentsOf(expression, 'not', 1);
  const call = negated ?? expression;
  if (call.kind !== 'call' || call.target.kind !== 'matches') return null;
  const subject = call.args[1];
  if (subject?.kind !== 'variable' || !isPlainText(subject.valueType)) return null;
  const slot = variables.get(subject.name)?.slot ?? null;
  const { pattern } = call.target;
  const cost = costOf(pattern);
  return slot === null || cost === null ? null : { test, slot, pattern, cost, equal: negated === undefined };
}

/** Tests that can fail are separate functions. */
function testsOf({ step }: NodePlan): readonly NodeTest[] {
  return step.kind === 'test' && !step.canFail ? step.tests : [];
}

type Searches = ReadonlyMap<NodeTest, Search>;

/** Patterns that the tests of all nodes search for; each is searched once. */
function searchesOf(nodes: readonly NodePlan[]): Searches {
  const costs = new Map<string, SearchCost | null>();
  const costOf = (pattern: string): SearchCost | null => {
    const known = costs.get(pattern);
    if (known !== undefined) return known;
    const cost = searchCost(pattern);
    costs.set(pattern, cost);
    return cost;
  };
  const found = nodes.flatMap(testsOf).flatMap((test) => searchOf(test, costOf) ?? []);
  return new Map(found.map((search) => [search.test, search]));
}

/** Patterns that the nodes and their descendants search for within one function. */
function searchesBelow(
  nodes: readonly NodePlan[],
  ids: readonly NodeId[],
  known: Searches,
): readonly Search[] {
  return ids.flatMap((id) => {
    const node = elementAt(nodes, id);
    const { step, children } = node;
    const own = testsOf(node).flatMap((test) => known.get(test) ?? []);
    const apart =
      children.length > 1 || step.kind === 'each' || (step.kind === 'select' && step.by === 'table');
    return apart ? own : [...own, ...searchesBelow(nodes, children.flat(), known)];
  });
}

interface Chosen {
  readonly patterns: readonly string[];
  readonly size: number;
}

/** As many of the patterns as are worth a set of at most that size, in their order. */
function chosen(searches: readonly Search[], most: number): Chosen {
  const costs = new Map(searches.map(({ pattern, cost }) => [pattern, cost.size]));
  const patterns: string[] = [];
  let size = 0;
  for (const [pattern, own] of costs) {
    if (size + own > most || patterns.length === REGEX_SET_PATTERNS) continue;
    patterns.push(pattern);
    size += own;
  }
  return { patterns, size };
}

/** INVARIANT: a node comes after the one it is below, so the highest place that fits is found first. */
export function planRegexSets(nodes: readonly NodePlan[]): {
  readonly nodes: readonly NodePlan[];
  readonly sets: readonly RegexSet[];
} {
  const known = searchesOf(nodes);
  if (known.size < 2) return { nodes, sets: [] };
  const sets: RegexSet[] = [];
  let written = 0;
  const found = new Map<NodeTest, NodeTest>();
  const searches = nodes.map((): { group: number; set: RegexSetId }[] => []);
  const gather = (node: NodePlan, group: number, ids: readonly NodeId[]): void => {
    const isLeft = ({ test }: Search): boolean => !found.has(test);
    const below = searchesBelow(nodes, ids, known);
    // The first test of a node runs for every fact that reaches its parent.
    const asked = ids.flatMap((id) => testsOf(elementAt(nodes, id)).slice(0, 1));
    const certain = asked.flatMap((test) => known.get(test) ?? []);
    const whole = certain.filter(({ cost }) => !cost.anchored);
    for (const first of [...whole, ...certain]) {
      if (!isLeft(first)) continue;
      const fits = ({ slot, cost }: Search): boolean =>
        slot === first.slot && (cost.anchored || !first.cost.anchored);
      const here = [first, ...below.filter((one) => fits(one) && isLeft(one))];
      const { patterns, size } = chosen(here, Math.min(REGEX_SET_SIZE, REGEX_SETS_SIZE - written));
      if (patterns.length < 2 || !patterns.includes(first.pattern)) continue;
      written += size;
      // Levels below the items of a list test a fact with one of them.
      const template = node.step.kind === 'each' ? node.step.view : node.template;
      const set = sets.push({ template, slot: first.slot, patterns }) - 1;
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

function withFound(node: NodePlan, found: ReadonlyMap<NodeTest, NodeTest>): NodePlan {
  if (node.step.kind !== 'test') return node;
  return { ...node, step: { ...node.step, tests: node.step.tests.map((test) => found.get(test) ?? test) } };
}
