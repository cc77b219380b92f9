/** Names of slots and templates where a text takes those of variables and aliases: `{rows}` for `{query.rows}`. */
import type { ReasonPartSyntax } from '../../syntax.ts';
import { slotOf, type Environment } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';

type Part<K extends ReasonPartSyntax['kind']> = Extract<ReasonPartSyntax, { kind: K }>;

/** True (reported) if no variable has the name and a pattern of the rule has a slot of it. */
export function reportSlotName(
  { name, at }: Part<'variable'>,
  environment: Environment,
  context: RuleContext,
): boolean {
  const { report, checked } = context;
  if (environment.variables.has(name) || environment.hidden.has(name) || context.binds.has(name))
    return false;
  const text = `{${name}}`;
  const aliased = [...environment.aliases].find(([, { template }]) => slotOf(template, name) !== null);
  if (aliased !== undefined) {
    report.add('unbound-field', at, { text, meant: `\`{${aliased[0]}.${name}}\`` });
    return true;
  }
  const template = context.matched.find((matched) => {
    const declared = checked.templates.get(matched);
    return declared !== undefined && slotOf(declared, name) !== null;
  });
  if (template === undefined) return false;
  report.add('unbound-field', at, { text, meant: `\`{${template}.${name}}\`, and ${withAlias(template)}` });
  return true;
}

/** True (reported) if the text uses the name of a pattern's template instead of its alias. */
export function reportTemplateName(
  { alias, slot, at }: Part<'reference'>,
  environment: Environment,
  context: RuleContext,
): boolean {
  if (context.aliases.has(alias) || !context.matched.includes(alias)) return false;
  const other = [...environment.aliases].find(([, { template }]) => template.name === alias);
  const meant = other ? `\`{${other[0]}.${slot}}\`` : withAlias(alias);
  context.report.add('unbound-field', at, { text: `{${alias}.${slot}}`, meant });
  return true;
}

function withAlias(template: string): string {
  return `\`alias: $${template}\` in the pattern of \`${template}\``;
}
