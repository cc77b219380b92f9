import type { ReasonPartSyntax, SourceText } from '../syntax.ts';
import { BARE, bareReference, FILLED_OTHERWISE } from './bare-reference.ts';

/**
 * A name or `alias.slot` in braces, a value as other languages fill it in, something in doubled braces, which stays as it is, or a
 * reference without braces.
 */
const PLACE = new RegExp(
  String.raw`\{([A-Za-z_][\w-]*)(?:\.([A-Za-z_][\w-]*))?\}|(${FILLED_OTHERWISE})|\{\{[^{}]*\}\}|(${BARE})`,
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
  const { text } = source;
  const parts: ReasonPartSyntax[] = [];
  const single = braceWithoutOther(text);
  let position = 0;
  const addText = (end: number): void => {
    const last = parts.at(-1);
    const more = text.slice(position, end);
    if (last?.kind === 'text') parts.splice(-1, 1, { kind: 'text', text: last.text + more });
    else if (more !== '') parts.push({ kind: 'text', text: more });
  };
  for (const { 0: written, 1: name, 2: slot, 3: filled, 4: without, index } of text.matchAll(PLACE)) {
    const end = index + written.length;
    const isOpenedTwice = single.has(index - 1);
    const isClosedTwice = single.has(end);
    const start = isOpenedTwice ? index - 1 : index;
    if (name !== undefined && (isOpenedTwice || isClosedTwice)) {
      addText(start);
      position = isClosedTwice ? end + 1 : end;
      parts.push(bareReference(source, text.slice(start, position), start));
      continue;
    }
    if (name === undefined && filled === undefined && without === undefined) continue;
    addText(index);
    position = end;
    if (name === undefined) {
      parts.push(bareReference(source, written, index));
      continue;
    }
    const at = source.spanOf(index + 1, end - 1);
    parts.push(
      slot === undefined ? { kind: 'variable', name, at } : { kind: 'reference', alias: name, slot, at },
    );
  }
  addText(text.length);
  return parts;
}

/** Places of braces that nothing opens or closes. */
function braceWithoutOther(text: string): ReadonlySet<number> {
  const open: number[] = [];
  const single = new Set<number>();
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.pop() === undefined) single.add(index);
  }
  for (const index of open) single.add(index);
  return single;
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
