import { closestName } from '../../diagnostics/suggest.ts';
import type { Template } from '../../ruleset.ts';
import type { Located, PatternSyntax } from '../../syntax.ts';
import type { RuleContext } from './rule-context.ts';

type Known = Pick<RuleContext, 'checked' | 'report'>;

/** A declared template by name; null (reported) when there is none. */
export function findTemplate(name: Located<string>, context: Known): Template | null {
  const { templates, relations } = context.checked;
  const found = templates.get(name.value) ?? null;
  if (found !== null) return found;
  if (relations.has(name.value)) context.report.add('relation-as-template', name.at, { name: name.value });
  else {
    const suggestion = closestName(name.value, templates.keys());
    context.report.add('unknown-template', name.at, { name: name.value }, suggestion);
  }
  return null;
}

/** The template of what is named, facts or the rows of a relation; null (reported) when there is none. */
export function findMatched(
  { template: name, relation }: Pick<PatternSyntax, 'template' | 'relation'>,
  context: Known,
): Template | null {
  if (relation !== true) return findTemplate(name, context);
  const { relations } = context.checked;
  const found = relations.get(name.value)?.template ?? null;
  if (found === null) {
    const suggestion = closestName(name.value, relations.keys());
    context.report.add('unknown-relation', name.at, { name: name.value }, suggestion);
  }
  return found;
}
