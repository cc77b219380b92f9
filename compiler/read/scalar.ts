import type { Scalar } from 'yaml';
import type { Span } from '../diagnostics/position.ts';
import type { ScalarValue } from '../syntax.ts';
import { spanIn, type ReadContext } from './context.ts';
import type { ScalarStyle } from './yaml-node.ts';

const CORE_TAG = 'tag:yaml.org,2002:';

/** The kinds of value that each tag of the core schema applies to. */
const SCALAR_TAGS: ReadonlyMap<string, ScalarValue['kind']> = new Map([
  [`${CORE_TAG}str`, 'string'],
  [`${CORE_TAG}int`, 'integer'],
  [`${CORE_TAG}float`, 'float'],
  [`${CORE_TAG}bool`, 'boolean'],
  [`${CORE_TAG}null`, 'null'],
]);

const STYLES: ReadonlyMap<string, ScalarStyle> = new Map([
  ['QUOTE_SINGLE', 'single-quoted'],
  ['QUOTE_DOUBLE', 'double-quoted'],
  ['BLOCK_LITERAL', 'literal'],
  ['BLOCK_FOLDED', 'folded'],
]);

/**
 * Characters that YAML does not allow in a source. Half of a surrogate pair is not a character and cannot be
 * written as UTF-8.
 */
const NOT_IN_SOURCE = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
/**
 * Characters that an escape could still bring into a value: CLIPS ends a text at NUL and takes a backspace as "delete
 * the character before", UTF-8 has no half pairs.
 */
const NOT_IN_VALUE = /[\0\b\p{Cs}]/u;
/**
 * Controls of the writing direction. They are invisible and reorder what an editor shows, so that a reviewer reads other
 * rules than the compiler ("Trojan Source", CVE-2021-42574). An escape shows them.
 */
export const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
/**
 * Invisible characters, and no-break spaces at the edge of a value or between letters: they come with copied text and change a
 * word without a visible difference. An escape shows them.
 */
const INVISIBLE =
  /[\u00AD\u200B\u200E\u200F\u2060]|(?!^)\uFEFF|(?<=[\s"'[{(,])[\u00A0\u202F]|(?<=\p{L})[\u00A0\u202F](?=\p{L})|[\u00A0\u202F](?=$|[\s"'\]}),])/gu;
/** A line that is a comment, and line ends of Unicode and of old systems, which end none here: the lines behind them are comments, too. */
const COMMENT = /(?<![^\n])[ \t]*#[^\n]*/g;
const OTHER_LINE_END = /[\u0085\u2028\u2029]|\r(?!$)/;
const MOST_REPORTED = 20;

/** Null when the scalar was reported: a tag that is not of the core schema, too long, an impossible character. */
export function readScalarValue(node: Scalar, at: Span, context: ReadContext): ScalarValue | null {
  const value = scalarValue(node);
  if (node.tag !== undefined && SCALAR_TAGS.get(node.tag) !== value.kind) {
    context.report.add('yaml-tag', at, { tag: node.tag });
    return null;
  }
  if (value.text.length > context.limits.textLength) {
    context.report.add('text-too-long', at, { limit: context.limits.textLength });
    return null;
  }
  const isChecked = node.type === 'QUOTE_DOUBLE' && context.takesAnyText !== true;
  const impossible = isChecked ? NOT_IN_VALUE.exec(value.text) : null;
  if (impossible !== null) {
    context.report.add('bad-character', at, { character: characterName(impossible[0]) });
    return null;
  }
  return value;
}

function scalarValue(node: Scalar): ScalarValue {
  const text = node.source ?? '';
  const { value } = node;
  if (typeof value === 'bigint') return { kind: 'integer', value, text };
  if (typeof value === 'number') return { kind: 'float', value, text };
  if (typeof value === 'boolean') return { kind: 'boolean', value, text };
  if (typeof value === 'string') return { kind: 'string', value, text };
  return { kind: 'null', text };
}

export function scalarStyle(node: Scalar): ScalarStyle {
  return STYLES.get(node.type ?? '') ?? 'plain';
}

/** Reports characters that are not allowed in a source, including comments: a bounded number of each kind. */
export function checkCharacters(context: ReadContext): void {
  reportCharacters(NOT_IN_SOURCE, 'bad-character', context);
  reportCharacters(REORDERING, 'reordering-character', context);
  if (context.takesAnyText !== true) reportCharacters(INVISIBLE, 'invisible-character', context);
  reportCommentEnd(context);
}

/** Reports the first such line end in a comment. */
function reportCommentEnd(context: ReadContext): void {
  for (const { 0: comment, index } of context.source.text.matchAll(COMMENT)) {
    const end = comment.search(OTHER_LINE_END);
    if (end === -1) continue;
    const at = spanIn(context, index + end, index + end + 1);
    context.report.add('comment-line-end', at, { character: characterName(comment.charAt(end)) });
    return;
  }
}

function reportCharacters(
  characters: RegExp,
  code: 'bad-character' | 'reordering-character' | 'invisible-character',
  context: ReadContext,
): void {
  let reported = 0;
  for (const { 0: character, index } of context.source.text.matchAll(characters)) {
    if (++reported > MOST_REPORTED) return;
    const parameters = { character: characterName(character), escape: `\\u${hexadecimal(character)}` };
    context.report.add(code, spanIn(context, index, index + character.length), parameters);
  }
}

function characterName(character: string): string {
  return `U+${hexadecimal(character).toUpperCase()}`;
}

function hexadecimal(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
}
