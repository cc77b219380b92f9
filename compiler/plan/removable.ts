import type { Rule } from '../ruleset.ts';
import type { BuiltJoin } from './build.ts';

/** Templates whose facts some rule retracts or modifies. */
export function retractedTemplates(rules: readonly Rule[]): ReadonlySet<string> {
  const templates = new Set<string>();
  for (const rule of rules) {
    const addresses = new Map<string, string>();
    const visit = (elements: Rule['when']): void => {
      for (const element of elements) {
        if (element.kind === 'pattern' && element.address !== null)
          addresses.set(element.address, element.template);
        else if (element.kind === 'and' || element.kind === 'or') visit(element.elements);
      }
    };
    visit(rule.when);
    for (const effect of rule.then.effects) {
      if (effect.kind === 'assert') continue;
      const template = addresses.get(effect.address);
      if (template !== undefined) templates.add(template);
    }
  }
  return templates;
}

/**
 * Marks the parts of the network from which rules can remove matches. Joins that hang together share their memories,
 * so they are of one kind: memories that only grow (and are emptied by count), or linked matches that can be removed
 * one by one. Only rulesets that negate or retract pay for the second.
 */
export function markRemovable(joins: readonly BuiltJoin[], retracted: ReadonlySet<string>): void {
  const parent = joins.map((_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    parent[i] = root;
    return root;
  };
  for (const { id, previous, right } of joins) {
    if (previous !== null) parent[find(id)] = find(previous.id);
    if (right.kind === 'group') parent[find(id)] = find(right.join.id);
  }
  const removable = new Set<number>();
  for (const join of joins) {
    const { right } = join;
    const plain =
      join.terminal !== null ||
      (right.kind === 'alpha' && !join.negated && !join.exists && !retracted.has(right.node.template));
    if (!plain) removable.add(find(join.id));
  }
  for (const join of joins) join.removable = removable.has(find(join.id));
}
