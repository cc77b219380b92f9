import type { RulesetTemplates } from './check-graph.ts';
import type { GraphPlan, NodePlan, ValuePlan } from './graph.ts';

/**
 * Parameters of a graph that fill no sensitive slot, by their first names; undefined when none of its rulesets has one.
 * Unreferenced params are not accepted: they may be misspelt.
 */
export function openParams(
  nodes: readonly NodePlan[],
  rulesets: ReadonlyMap<string, RulesetTemplates>,
): GraphPlan['openParams'] {
  const open = new Set<string>();
  const secret = new Set<string>();
  let isSensitive = false;
  for (const { ruleset: name, facts, input } of nodes) {
    const ruleset = rulesets.get(name);
    const sensitive = ruleset === undefined || 'problem' in ruleset ? null : ruleset.sensitive;
    isSensitive ||= sensitive !== null;
    for (const { template, data } of facts) {
      for (const [slot, value] of data) {
        const isSecret = sensitive?.get(template)?.includes(slot) === true;
        for (const param of paramsOf(value)) (isSecret ? secret : open).add(param);
      }
    }
    // The sensitive members are known once the run has the values.
    for (const param of input === undefined ? [] : paramsOf(input))
      (sensitive === null ? open : secret).add(param);
  }
  return isSensitive ? [...open].filter((name) => !secret.has(name)) : undefined;
}

function paramsOf(value: ValuePlan): readonly string[] {
  switch (value.kind) {
    case 'constant':
      return [];
    case 'reference':
      return value.reference.from === 'params' ? value.reference.path.slice(0, 1) : [];
    case 'text':
      return value.parts.flatMap((part) =>
        typeof part === 'string' ? [] : paramsOf({ kind: 'reference', reference: part }),
      );
    case 'list':
      return value.items.flatMap(paramsOf);
    case 'map':
      return value.entries.flatMap(([, item]) => paramsOf(item));
  }
}
