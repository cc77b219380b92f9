import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { namesIn } from '../names/find.ts';
import type { DocumentParams, Position, Range } from '../protocol/types.ts';
import { treesOf } from '../trees/trees.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface SelectionParams extends DocumentParams {
  readonly positions: readonly Position[];
}

interface SelectionRange {
  readonly range: Range;
  readonly parent?: SelectionRange;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** `textDocument/selectionRange`: the word, the parts of its expression, the value, its entry and all around it. */
export function selectionRanges(
  workspace: Workspace,
  { textDocument, positions }: SelectionParams,
): readonly SelectionRange[] {
  const document = workspace.find(textDocument.uri);
  if (document === null) return [];
  return positions.map((position) => {
    const parts = partsAround(workspace, document, document.lines.offsetAt(position));
    return chain(document, nested(parts));
  });
}

/** From the innermost part outwards. */
function chain({ lines }: Document, parts: readonly Part[]): SelectionRange {
  let made: SelectionRange | undefined;
  for (const { start, end } of parts.toReversed())
    made = { range: lines.rangeOf(start, end), ...(made === undefined ? {} : { parent: made }) };
  return made ?? { range: lines.rangeOf(0, 0) };
}

/** Each part holds the one before it. */
function nested(parts: readonly Part[]): readonly Part[] {
  const kept: Part[] = [];
  for (const part of [...parts].sort((a, b) => a.end - a.start - (b.end - b.start))) {
    const inner = kept.at(-1);
    const isAround = inner === undefined || (part.start <= inner.start && inner.end <= part.end);
    const isLarger = inner === undefined || part.end - part.start > inner.end - inner.start;
    if (isAround && isLarger) kept.push(part);
  }
  return kept;
}

function partsAround(workspace: Workspace, document: Document, offset: number): readonly Part[] {
  const { text } = document;
  const parts: Part[] = [{ start: 0, end: text.length }];
  const add = ({ start, end }: Part): void => {
    // A member begins behind its dot.
    const from = text[start] === '.' ? start + 1 : start;
    if (from <= offset && offset <= end && from < end)
      parts.push({ start: from, end: trimmed(text, from, end) });
  };
  let [start, end] = [offset, offset];
  while (start > 0 && /[\w-]/.test(text[start - 1] ?? '')) start--;
  while (end < text.length && /[\w-]/.test(text[end] ?? '')) end++;
  add({ start, end });
  for (const name of namesIn(workspace, document)) add(name);
  if (document.kind === 'rows' || document.kind === 'data') return parts;
  for (const tree of treesOf(document)) addNode(tree, add);
  const analysis = document.kind === 'ruleset' ? workspace.rulesetOf(document)?.analysis : undefined;
  const written = analysis?.readings.get(document)?.written;
  if (analysis !== undefined && written !== undefined)
    addSyntax(written, offset, (file) => analysis.byPath.get(file) === document, add);
  return parts;
}

/** Without the spaces and the ending behind it, which YAML counts to a block. */
function trimmed(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && /\s/.test(text[last - 1] ?? '')) last--;
  return last;
}

type Add = (part: Part) => void;

function addNode(node: YamlNode, add: Add): void {
  add(node.at);
  if (node.kind === 'list') for (const item of node.items) addNode(item, add);
  if (node.kind === 'scalar' && node.style.endsWith('quoted'))
    add({ start: node.at.start + 1, end: node.at.end - 1 });
  if (node.kind === 'map')
    for (const { key, value } of node.entries.values()) {
      add(key.at);
      add({ start: key.at.start, end: Math.max(key.at.end, value.at.end) });
      addNode(value, add);
    }
}

/** The parts of expressions, and of all else that the compiler read. */
function addSyntax(value: unknown, offset: number, isHere: (file: string) => boolean, add: Add): void {
  if (typeof value !== 'object' || value === null) return;
  const { at } = value as { readonly at?: { readonly file: string } & Part };
  if (at !== undefined && isHere(at.file)) {
    if (at.start > offset || offset > at.end) return;
    add(at);
  }
  const inner = value instanceof Map ? value.values() : Object.values(value);
  for (const one of inner) addSyntax(one, offset, isHere, add);
}
