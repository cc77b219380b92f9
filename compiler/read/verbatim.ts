import type { Report } from '../diagnostics/report.ts';
import type { ArgumentSyntax, SourceText } from '../syntax.ts';
import { isForeignQuoted } from '../language/foreign-quotes.ts';
import { neverMatches } from '../language/regex/never-matches.ts';

/**
 * Operators whose argument is taken verbatim, commas, brackets and backslashes included: all of it, or the text
 * in quotes if the whole argument is quoted.
 */
export const VERBATIM: ReadonlySet<string> = new Set(['matches', 'not_matches']);

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const WHOLE = new RegExp(String.raw`^\s*"((?:[^"\\]|\\.)*)"\s*$`, 'su');
const ALONE = 'write the pattern alone, in double quotes if it really has this text';

/** Delimiters of other languages around a pattern, each with its problem: they would be part of the pattern. */
const SLIPS: readonly (readonly [form: RegExp, problem: string])[] = [
  [/^\{\s*(?:[A-Za-z_][\w-]*\s*:|"[^"]*"\s*:[^]*\}$)/, `the map is part of the pattern: ${ALONE}`],
  [/^\{\{[^]*\}\}$/, `the braces are part of the pattern: ${ALONE}`],
  [/^\[\s*"[^"\]]+"\s*(?:,[^\]]*)?\]$/, `the list is one class of characters: ${ALONE}, as in ^(?:a|b)$`],
  [
    new RegExp(String.raw`^${QUOTED}\s*(?:,|\||\b(?:or|and)\b)`, 's'),
    'the quotes are part of the pattern: put the whole pattern in double quotes, and nothing beside it',
  ],
  [
    /^[$?]*[A-Za-z_][\w-]*(?:\.[\w-]+|\[[^\]]*\])*\s*,\s*["^]/,
    `a condition names no receiver, \`slot\` does: ${ALONE}`,
  ],
  [
    /^(?:(?:input|data|this|self|request)\.[\w.-]+|value|this|self)\s*,/,
    `a condition names no receiver, \`slot\` does: ${ALONE}`,
  ],
  [
    /,\s*(?:["'][a-z]{0,4}["']|i|g|gi|ig|re\.[A-Z]+)$/,
    `a pattern takes no second argument: write (?i) first to ignore case, or ${ALONE.slice('write '.length)}`,
  ],
  [/^(?:value|pattern|regexp?)\s*[:=]/, `the name in front is part of the pattern: ${ALONE}`],
  [/^not\s/i, `\`not\` is part of the pattern: negate the operator, as in \`not_matches\`, or ${ALONE}`],
  [/^(?:==|=~|!=|!~|~=)/, `the sign in front is part of the pattern: ${ALONE}`],
  [/^\|[^]+\|$/, 'an empty alternative matches every text: write the pattern without `|` around it'],
];

/** Delimiters of other languages around a pattern, without flags or with them. */
const DELIMITED: readonly RegExp[] = [
  /^\/(\^[^]*|[^]*\$)\/[a-z]*$/,
  /^\/([^/]+)\/(?:i|g|gi|ig|im|mi)$/,
  /^#([^#]+)#[a-z]*$/,
  /^([%~!@])(\^[^]*|[^]*\$)\1[a-z]*$/,
  /^(?:m|qr)([/#!])([^]+)\1[a-z]*$/,
  /^(?:m|qr)\{([^]+)\}[a-z]*$/,
  new RegExp(String.raw`^[@rR]("|')([^]*)\1$`),
];

/**
 * The argument of an operator that takes it verbatim. Null (reported) for what other languages write around a pattern,
 * and for a pattern that cannot match.
 *
 * @param slot that the condition is about: its name in front of the pattern is a receiver
 */
export function verbatimArguments(
  source: SourceText,
  start: number,
  end: number,
  report: Report,
  slot?: string,
): readonly ArgumentSyntax[] | null {
  const text = source.text.slice(start, end);
  const at = source.spanOf(start, end);
  const quoted = WHOLE.exec(text);
  if (quoted !== null) return [{ kind: 'quoted', text: quoted[1] ?? '', at }];
  const trimmed = text.trim();
  if (isForeignQuoted(trimmed)) {
    report.add('foreign-quotes', at, { text: trimmed, meant: `"${trimmed.slice(1, -1)}"` });
    return null;
  }
  const problem =
    problemOfDelimiters(trimmed) ??
    SLIPS.find(([form]) => form.test(trimmed))?.[1] ??
    problemOfSlot(trimmed, slot) ??
    neverMatching(trimmed);
  if (problem === null) return [{ kind: 'bare', text, at }];
  report.add('bad-pattern', at, { problem });
  return null;
}

function problemOfDelimiters(text: string): string | null {
  const inside = DELIMITED.map((form) => form.exec(text)?.at(-1)).find((found) => found !== undefined);
  if (inside === undefined) return null;
  const signs = text.startsWith('/') ? 'slashes are' : 'signs around it are';
  return `the ${signs} part of it: write ${inside} without them`;
}

/** The problem of a pattern behind the name of its slot. */
function problemOfSlot(text: string, slot: string | undefined): string | null {
  if (slot === undefined || !text.startsWith(slot)) return null;
  return /^\s*[:=,]/.test(text.slice(slot.length))
    ? `the name of the slot is part of the pattern: ${ALONE}`
    : null;
}

/** The end of one pattern before the beginning of another. */
const SECOND_PATTERN = /\$(?:\s+(?:(?:and|or|und|oder)\s+)?|\s*[,;&]+\s*)\^/i;

/** Problem of a pattern that cannot match, most likely a reference or several patterns; `null` if it may match. */
function neverMatching(text: string): string | null {
  return (
    secondPattern(text) ??
    (neverMatches(text) ? `text before \`^\` or after \`$\` never matches: ${ALONE}` : null)
  );
}

function secondPattern(text: string): string | null {
  if (/\\Q|\(\?[a-z]*m/i.test(text)) return null;
  const plain = text.replace(/\\[^]/g, '');
  if (SECOND_PATTERN.test(plain.replace(/\[[^\]]*\]/g, '')))
    return 'a second pattern after `$` never matches: write ^(?:a|b)$ for one of several';
  if (plain.includes('[')) return null;
  if (/\$\s*,\s*\w/.test(plain)) return 'text after `$` never matches: a pattern takes no second argument';
  return /\$\w(?![?*{])/.test(plain)
    ? 'text after `$` never matches: a pattern cannot hold references'
    : null;
}
