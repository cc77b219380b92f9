import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { documentParts } from '../../compiler/document-parts.ts';
import type { ConditionElement, Rule, Ruleset } from '../../compiler/ruleset.ts';
import { partText } from '../../library/document/path-text.ts';
import type { MapEdge, Question, RulesetMap } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';

/**
 * The graph of a ruleset: which rule matches, negates, asserts and retracts which template, and what it decides.
 *
 * @throws CompileError
 */
export function drawMap({ ruleset: given }: Question, rulesets: LoadedRulesets): RulesetMap {
  const { ruleset, sources } = rulesets.open(given).compilation;
  const positions = createPositions(sources);
  const shown = shownTemplates(ruleset);
  const edges = ruleset.rules.flatMap((rule) => edgesOf(rule, shown));
  const unique = new Map(edges.map((edge) => [`${edge.kind} ${edge.rule} ${edge.other}`, edge]));
  return {
    modules: ruleset.focusOrder,
    templates: [...new Set(shown.values())],
    rules: ruleset.rules.map(({ module, name, at }) => ({
      name: `${module}::${name}`,
      module,
      place: { file: at.file, ...positions.of(at) },
    })),
    decisions: [...new Set(edges.flatMap(({ kind, other }) => (kind === 'decides' ? [other] : [])))],
    edges: [...unique.values()],
  };
}

/** Names by template; a template of the document is the path that it holds. */
function shownTemplates(ruleset: Ruleset): ReadonlyMap<string, string> {
  const parts = documentParts(ruleset);
  return new Map(
    ruleset.templates.flatMap(({ name, from }) => {
      const part = parts.get(name);
      if (part !== undefined) return [[name, partText(part)] as const];
      return from === 'document' ? [] : [[name, name] as const];
    }),
  );
}

function edgesOf(rule: Rule, shown: ReadonlyMap<string, string>): readonly MapEdge[] {
  const name = `${rule.module}::${rule.name}`;
  const edges: MapEdge[] = [];
  const addresses = new Map<string, string>();
  const add = (kind: MapEdge['kind'], template: string): void => {
    const other = shown.get(template);
    if (other !== undefined) edges.push({ kind, rule: name, other });
  };
  const read = (element: ConditionElement, isNegated: boolean): void => {
    if (element.kind === 'pattern') {
      if (element.address !== null) addresses.set(element.address, element.template);
      add(isNegated ? 'negates' : 'matches', element.template);
    } else if (element.kind === 'not') read(element.element, !isNegated);
    else if (element.kind !== 'test') for (const one of element.elements) read(one, isNegated);
  };
  for (const element of rule.when) read(element, false);
  for (const effect of rule.then.effects) {
    if (effect.kind === 'assert') add('asserts', effect.template);
    else add('retracts', addresses.get(effect.address) ?? '');
    if (effect.kind === 'modify') add('asserts', effect.template);
  }
  if (rule.then.action !== null) edges.push({ kind: 'decides', rule: name, other: rule.then.action });
  return edges;
}
