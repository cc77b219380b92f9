import type { Span } from '../../diagnostics/position.ts';
import { isForeignQuoted, quotedText } from '../../language/foreign-quotes.ts';
import type { ArgumentSyntax, BareReferenceSyntax, Located } from '../../syntax.ts';
import { isConstantAlias } from '../scope/constants.ts';
import type { Environment } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import type { OperandScope } from './check-operands.ts';

/** `alias.slot` with a sign or without, or `?name`; in braces or not. */
const DOTTED = /^(\{?)(\$?)([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)(\}?)$/;
const NAME = /^(?:\$?\?([A-Za-z_][\w-]*)|[#%]?\{\??([A-Za-z_][\w-]*)\})$/;
/** A constant without its sign, a path of JSON, and what other languages put into texts. */
const FOREIGN = /^(?:const\.[A-Za-z_][\w-]*|\$\.[^]*|\$\{[^{}]*\}|\{\{[^{}]*\}\}|%[A-Za-z_]\w*%)$/;
/** `alias.slot` as other languages write it: behind other signs, with another separator, below `input` or `data`. */
const SPELLED =
  /^[$?@&%:=<{#([\uff04]*\s*(?:\.|input\.|data\.)?([A-Za-z_][\w-]*?)\s*(?:\.data\.|[.\uff0e]\s*[$?]?|->|::?|\[["']?)([A-Za-z_][\w-]*)["'\]}>);,%\s]*$/;
/** References anywhere in a text; an alias alone names no value. */
const INSIDE = /\?([A-Za-z_][\w-]*)|\$([A-Za-z_][\w-]*)(?:\.([A-Za-z_][\w-]*))?/g;
/** A value that is text whatever it looks like. */
const LITERAL = /^literal\(([^]*)\)$/;

type TextArgument = Extract<ArgumentSyntax, { kind: 'bare' | 'quoted' }>;

/**
 * Reports a literal of a condition that someone most likely meant as a reference: a condition on the text itself would
 * never hold, unnoticed. The name of a variable of the slot's type is meant as the variable. Returns true if it was reported.
 */
export function reportReferenceLiteral(
  argument: TextArgument,
  { slot, typeOf, context: { aliases, binds, report } }: OperandScope,
): boolean {
  const { text, at } = argument;
  const isConstant = argument.kind === 'bare' && argument.isConstant === true;
  const isText = argument.isLiteral === true || isConstant;
  const meant = isText
    ? null
    : (referenceIn(text, aliases) ??
      (argument.kind === 'bare'
        ? (spelled(text, aliases) ??
          behindName(text) ??
          within(text, aliases, binds) ??
          signed(text, binds) ??
          (typeOf(text) === slot.type ? `?${text}` : null) ??
          foreign(text))
        : null));
  if (meant === null) return false;
  report.add('looks-like-reference', at, { text, meant });
  return true;
}

/** Returns the meaning of a reference in another language's syntax; null for other texts. */
function foreign(text: string): string | null {
  if (!FOREIGN.test(text)) return null;
  return text.startsWith('const.') ? `$${text}` : '$alias.slot';
}

/** The reference behind a name, word or sign: `value: $alias.slot`, `value=$alias.slot`, `id != $alias.slot`, `ne $alias.slot`, `:= $alias.slot`. */
function behindName(text: string): string | null {
  return (
    /^(?:[\w ]*\w)?(?:\s*(?::{1,2}=?|={1,3}|!={1,2}|<>|[<>]=?)\s*|(?<=\w)\s+)(\$[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*)$/.exec(
      text,
    )?.[1] ?? null
  );
}

/** The first reference of the rule within a text: `eq$alias.slot`, `id == ?id`. */
function within(text: string, aliases: ReadonlySet<string>, binds: ReadonlySet<string>): string | null {
  for (const [reference, variable, alias = '', slot] of text.matchAll(INSIDE)) {
    if (variable !== undefined && binds.has(variable)) return reference;
    if (slot !== undefined && aliases.has(alias)) return reference;
  }
  return null;
}

/** The variable of the rule that a text names behind the sign of another language: `@name`, `? name`. */
function signed(text: string, binds: ReadonlySet<string>): string | null {
  const [, name = ''] = /^(?:[@%:&#]|\? )([A-Za-z_][\w-]*)$/.exec(text) ?? [];
  return binds.has(name) ? `?${name}` : null;
}

/** The reference meant by a text that contains the name of an alias; null for any other text. */
function spelled(text: string, aliases: ReadonlySet<string>): string | null {
  const [, alias = '', slot] = SPELLED.exec(text) ?? [];
  const known = [alias, alias.charAt(0).toLowerCase() + alias.slice(1)].find((name) => aliases.has(name));
  return known === undefined || slot === undefined ? null : `$${known}.${slot}`;
}

/** Returns the meaning of a text that is not plain text; null for plain text. */
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
  if (/^\$[A-Za-z_][\w-]*\.[A-Za-z_]/.test(text)) {
    report.add('expression-reference', at, { text });
    return null;
  }
  if (isForeignQuoted(text)) {
    report.add('foreign-quotes', at, { text, meant: quotedText(text) });
    return null;
  }
  // A brace that nothing closes is text, here as in longer texts.
  const whole = /^\{[^{}]*$/.test(text) ? null : spelled(text, aliases);
  const meant = whole ?? [...text.matchAll(INSIDE)].map(nameOf).find((name) => name !== null) ?? null;
  if (meant === null) return text;
  report.add('looks-like-reference', at, { text, meant });
  return null;

  function nameOf([, variable, of = '', ofSlot = 'slot']: RegExpExecArray): string | null {
    if (variable !== undefined) return environment.variables.has(variable) ? `?${variable}` : null;
    return aliases.has(of) ? `$${of}.${ofSlot}` : null;
  }
}

/** Reports `$alias.slot`, `$alias` or `?name` in a text, where only braces fill in a value, if the rule binds it. */
export function reportBareReference(
  { text, name, slot, isWhole, at }: BareReferenceSyntax,
  environment: Environment,
  context: RuleContext,
): void {
  const isSigned = text !== `${name}.${slot}`;
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  const alias = !isSigned && !context.aliases.has(name) && context.aliases.has(lower) ? lower : name;
  const isAlias = slot === null && /^\$\w/.test(text) && context.aliases.has(name);
  const isBound =
    slot === null
      ? isAlias || environment.variables.has(name)
      : context.aliases.has(alias) || (isSigned && (isWhole || isConstantAlias(name, context)));
  if (!isBound) return;
  const meant = slot === null && !isAlias ? `{${name}}` : `{${alias}.${slot ?? 'slot'}}`;
  if (isWhole) context.report.add('looks-like-reference', at, { text, meant });
  else context.report.add('reference-in-text', at, { text, meant, name });
}

/** A value of the match as any text writes it. */
const ANY =
  /\{([A-Za-z_][\w-]*)(\.[A-Za-z_][\w-]*)?\}|\$([A-Za-z_][\w-]*)(?:\.[A-Za-z_])?|\?([A-Za-z_][\w-]*)/g;

/** Reports a value of the match in a text in which none is filled in. */
export function reportConstantText(
  key: string,
  { value, at }: Located<string>,
  environment: Environment,
  context: RuleContext,
): void {
  for (const [text, braced, of, alias, variable] of value.matchAll(ANY)) {
    const asAlias = alias ?? (of === undefined ? null : braced) ?? null;
    const asVariable = variable ?? (of === undefined ? braced : null) ?? null;
    const isBound =
      asAlias === null
        ? asVariable !== null && environment.variables.has(asVariable)
        : context.aliases.has(asAlias) || isConstantAlias(asAlias, context);
    if (!isBound) continue;
    context.report.add('constant-text', at, { key, text: text });
    return;
  }
}
