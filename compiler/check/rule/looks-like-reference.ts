import type { Span } from '../../diagnostics/position.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import type { Environment } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** `alias.slot` with a sign or without, or `?name`; in braces or not. */
const DOTTED = /^(\{?)(\$?)([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)(\}?)$/;
const NAME = /^(?:\$?\?([A-Za-z_][\w-]*)|\{\??([A-Za-z_][\w-]*)\})$/;
/** References anywhere in a text. */
const INSIDE = /\?([A-Za-z_][\w-]*)|\$([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)/g;
/** A value that is text whatever it looks like. */
const LITERAL = /^literal\(([^]*)\)$/;

type TextArgument = Extract<ArgumentSyntax, { kind: 'bare' | 'quoted' }>;

/**
 * Reports a literal of a condition that someone most likely meant as a reference: a condition on the text itself would
 * never hold and nobody would notice. Answers whether it was reported.
 */
export function reportReferenceLiteral(argument: TextArgument, { aliases, report }: RuleContext): boolean {
  const { text, at } = argument;
  const meant = argument.isLiteral ? null : referenceIn(text, aliases);
  if (meant === null) return false;
  report.add('looks-like-reference', at, { text, meant });
  return true;
}

/** What a whole text stands for when it is no text; null when it is one. */
function referenceIn(text: string, aliases: ReadonlySet<string>): string | null {
  const [, name, braced] = NAME.exec(text) ?? [];
  if (name !== undefined || braced !== undefined) return `?${name ?? braced}`;
  const [, opener, sign, alias = '', slot, closer] = DOTTED.exec(text) ?? [];
  if (slot === undefined || (opener === '') !== (closer === '')) return null;
  return sign !== '' || aliases.has(alias) ? `$${alias}.${slot}` : null;
}

/**
 * The text of a plain slot value, `literal(…)` around it taken off. Null (reported) when it names a variable or a slot
 * of an alias of the rule: they are filled in between braces only.
 */
export function plainText(
  text: string,
  at: Span,
  environment: Environment,
  { aliases, report }: RuleContext,
): string | null {
  const literal = LITERAL.exec(text)?.[1];
  if (literal !== undefined) return literal;
  const [, alias = '', slot] = /^([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)$/.exec(text) ?? [];
  const whole = slot !== undefined && aliases.has(alias) ? `$${alias}.${slot}` : null;
  const meant = whole ?? [...text.matchAll(INSIDE)].map(nameOf).find((name) => name !== null) ?? null;
  if (meant === null) return text;
  report.add('looks-like-reference', at, { text, meant });
  return null;

  function nameOf([, variable, of = '', ofSlot]: RegExpExecArray): string | null {
    if (variable !== undefined) return environment.variables.has(variable) ? `?${variable}` : null;
    return aliases.has(of) ? `$${of}.${ofSlot}` : null;
  }
}
