import { closestName } from '../../diagnostics/suggest.ts';
import type { Template } from '../../ruleset.ts';
import type { Located } from '../../syntax.ts';
import type { RuleContext } from './rule-context.ts';

/** A declared template by name; null (reported) when there is none. */
export function findTemplate(name: Located<string>, context: RuleContext): Template | null {
  const { templates } = context.checked;
  const found = templates.get(name.value) ?? null;
  if (found === null) {
    context.report.add(
      'unknown-template',
      name.at,
      { name: name.value },
      closestName(name.value, templates.keys()),
    );
  }
  return found;
}
