import type { Report } from '../../compiler/diagnostics/report.ts';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import type { Template } from '../../compiler/ruleset.ts';
import type { Located } from '../../compiler/syntax.ts';
import { checkFact, referencesOf } from './check-fact.ts';
import { DECISIONS, type GraphPlan, type NodePlan } from './graph.ts';
import { openParams } from './open-params.ts';
import type { GraphSyntax, NodeSyntax } from './graph-syntax.ts';

const MOST_NODES = 200;
const MOST_FACTS = 500;

/** Data of a ruleset that a graph needs: its templates, or why it is missing. */
export type RulesetTemplates =
  | {
      readonly templates: ReadonlyMap<string, Template>;
      /** It takes documents (default: false). */
      readonly takesInput?: boolean;
      /** Sensitive slots by template; null: it has none. */
      readonly sensitive: ReadonlyMap<string, readonly string[]> | null;
    }
  | { readonly problem: string };

/** Predecessors of a node: every node that it waits for, directly or not. */
type Before = ReadonlyMap<string, ReadonlySet<string>>;

/** Resolves every name of a graph. What is wrong is reported; the plan is sound when nothing was. */
export function checkGraph(
  { graph, nodes, output }: GraphSyntax,
  id: string,
  rulesets: ReadonlyMap<string, RulesetTemplates>,
  report: Report,
): GraphPlan {
  if (graph !== null && graph.value !== id) {
    report.add('graph-name', graph.at, { found: graph.value, expected: id });
  }
  const known = new Map<string, NodeSyntax>();
  for (const node of nodes) {
    const { value: name, at } = node.id;
    if (known.has(name)) report.add('duplicate-name', at, { kind: 'node', name, file: at.file });
    else known.set(name, node);
    if (known.size === MOST_NODES + 1)
      report.add('graph-too-large', at, { limit: MOST_NODES, what: 'nodes' });
  }
  const names = [...known.keys()];
  const isKnown = (name: Located<string>): boolean => {
    if (known.has(name.value)) return true;
    report.add('unknown-node', name.at, { name: name.value }, closestName(name.value, names));
    return false;
  };
  for (const node of nodes) node.after.forEach(isKnown);
  if (output !== null) isKnown(output);
  const before = known.size > MOST_NODES ? new Map() : orderNodes(known, report);
  const plans = nodes.map((node) => checkNode(node, before, isKnown, rulesets, report));
  const open = openParams(plans, rulesets);
  return {
    graph: id,
    nodes: plans,
    output: output?.value ?? null,
    ...(open === undefined ? {} : { openParams: open }),
  };
}

function checkNode(
  node: NodeSyntax,
  before: Before,
  isKnown: (name: Located<string>) => boolean,
  rulesets: ReadonlyMap<string, RulesetTemplates>,
  report: Report,
): NodePlan {
  const earlier = before.get(node.id.value) ?? new Set();
  const comesBefore = (name: Located<string>): void => {
    if (isKnown(name) && !earlier.has(name.value)) {
      report.add('graph-before', name.at, { name: name.value, node: node.id.value });
    }
  };
  for (const guard of node.when) {
    comesBefore(guard.node);
    for (const { value: name, at } of guard.decisions) {
      if (!DECISIONS.includes(name)) report.add('unknown-action', at, { name }, closestName(name, DECISIONS));
    }
  }
  const ruleset = rulesets.get(node.ruleset.value) ?? { problem: 'does not exist' };
  if ('problem' in ruleset) {
    const { value: name, at } = node.ruleset;
    report.add('graph-ruleset', at, { name, problem: ruleset.problem });
  }
  if (node.facts.length > MOST_FACTS) {
    report.add('graph-too-large', node.at, { limit: MOST_FACTS, what: 'facts of one node' });
  }
  const templates = 'templates' in ruleset ? ruleset.templates : null;
  for (const fact of node.facts) checkFact(fact, templates, comesBefore, report);
  if (node.input !== null) {
    for (const reference of referencesOf(node.input.value))
      if (reference.from === 'node') comesBefore({ value: reference.node, at: node.input.at });
    if ('templates' in ruleset && ruleset.takesInput !== true)
      report.add('graph-input', node.input.at, { name: node.ruleset.value });
  }
  return {
    id: node.id.value,
    ruleset: node.ruleset.value,
    after: [...new Set(node.after.map(({ value }) => value))],
    when: node.when.map(({ node: { value }, decisions }) => ({
      node: value,
      decisions: decisions.map((decision) => decision.value),
    })),
    facts: node.facts.map(({ template, slots }) => ({
      template: template.value,
      data: slots.map(({ slot, value }) => [slot.value, value.value] as const),
    })),
    ...(node.input === null ? {} : { input: node.input.value }),
  };
}

/** Returns the predecessors of each node; reports every node that waits for itself. */
function orderNodes(nodes: ReadonlyMap<string, NodeSyntax>, report: Report): Before {
  const before = new Map<string, Set<string>>();
  for (const name of nodes.keys()) {
    const reached = new Set<string>();
    const open = [name];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { value } of nodes.get(next)?.after ?? []) {
        if (reached.has(value)) continue;
        reached.add(value);
        open.push(value);
      }
    }
    before.set(name, reached);
  }
  for (const node of nodes.values()) {
    for (const { value, at } of node.after) {
      if (value !== node.id.value && before.get(value)?.has(node.id.value) !== true) continue;
      report.add('graph-cycle', at, { node: node.id.value, name: value });
    }
  }
  return before;
}
