import type { ReasonPartSyntax, SourceText } from '../syntax.ts';
import { BARE, bareReference } from './bare-reference.ts';

/** Something in doubled braces, which stays as it is, a name or `alias.slot` in braces, or a reference without them. */
const PLACE = new RegExp(
  String.raw`\{\{[^{}]*\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)(?:\.([A-Za-z_][A-Za-z0-9_-]*))?\}|(${BARE})`,
  'g',
);
/** A value that is text whatever it looks like. */
const LITERAL = /^literal\(([^]*)\)$/;
const DOTTED = /^([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)$/;

/**
 * Splits a text into literal parts and placeholders: `{name}` and `{alias.slot}`. Unlike in a reason, all other
 * braces are text, so that JSON and templates of other languages can be written as they are.
 */
export function parseText(source: SourceText): readonly ReasonPartSyntax[] {
  const parts: ReasonPartSyntax[] = [];
  let pending = '';
  let position = 0;
  for (const { 0: written, 1: name, 2: slot, 3: bare, index } of source.text.matchAll(PLACE)) {
    pending += source.text.slice(position, index);
    position = index + written.length;
    if (name === undefined && bare === undefined) {
      pending += written;
      continue;
    }
    if (pending !== '') parts.push({ kind: 'text', text: pending });
    pending = '';
    if (name === undefined) {
      parts.push(bareReference(source, written, index));
      continue;
    }
    const at = source.spanOf(index + 1, position - 1);
    parts.push(
      slot === undefined ? { kind: 'variable', name, at } : { kind: 'reference', alias: name, slot, at },
    );
  }
  pending += source.text.slice(position);
  if (pending !== '') parts.push({ kind: 'text', text: pending });
  return parts;
}

/** As `parseText`, for a value of its own: `literal(…)` around it is taken off, and a reference may be all of it. */
export function parseValueText(source: SourceText): readonly ReasonPartSyntax[] {
  const literal = LITERAL.exec(source.text)?.[1];
  if (literal !== undefined) return literal === '' ? [] : [{ kind: 'text', text: literal }];
  const parts = parseText(source);
  const [only, another] = parts;
  if (only?.kind === 'bare' && another === undefined) return [{ ...only, isWhole: true }];
  const [text, name, slot] = DOTTED.exec(source.text) ?? [];
  if (text === undefined || name === undefined || slot === undefined) return parts;
  return [{ kind: 'bare', text, name, slot, isWhole: true, at: source.at }];
}
