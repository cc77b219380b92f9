import type { ReasonPartSyntax, SourceText } from '../syntax.ts';

/** Something in doubled braces, which stays as it is, or a name or `alias.slot` in braces. */
const PLACE = /\{\{[^{}]*\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)(?:\.([A-Za-z_][A-Za-z0-9_-]*))?\}/g;

/**
 * Splits a text into what stands and what is filled in: `{name}` and `{alias.slot}`. Unlike in a reason, all other
 * braces are text, so that JSON and templates of other languages can be written as they are.
 */
export function parseText(source: SourceText): readonly ReasonPartSyntax[] {
  const parts: ReasonPartSyntax[] = [];
  let pending = '';
  let position = 0;
  for (const { 0: written, 1: name, 2: slot, index } of source.text.matchAll(PLACE)) {
    pending += source.text.slice(position, index);
    position = index + written.length;
    if (name === undefined) {
      pending += written;
      continue;
    }
    if (pending !== '') parts.push({ kind: 'text', text: pending });
    pending = '';
    const at = source.spanOf(index + 1, position - 1);
    parts.push(
      slot === undefined ? { kind: 'variable', name, at } : { kind: 'reference', alias: name, slot, at },
    );
  }
  pending += source.text.slice(position);
  if (pending !== '') parts.push({ kind: 'text', text: pending });
  return parts;
}
