/** Hover: the meaning of the name at the cursor, and where the ruleset uses it. */
import { documentationOf } from '../completion/resolve.ts';
import { templatesOf, type SlotFacts } from '../completion/vocabulary.ts';
import { everywhere, nameAt, type NameAt } from '../names/find.ts';
import type { Occurrence } from '../names/name-index.ts';
import { slotId } from '../names/scope.ts';
import type { MarkupContent, PositionParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Hover {
  readonly contents: MarkupContent;
  readonly range: Range;
}

/** Null where nothing is named. */
export function hover(workspace: Workspace, params: PositionParams): Hover | null {
  const name = nameAt(workspace, params);
  return name === null ? ofCall(workspace, params) : ofName(workspace, name);
}

function ofName(workspace: Workspace, name: NameAt): Hover {
  const { document, start, end } = name.occurrence;
  const value = `${headOf(name)}\n\n${usesOf(everywhere(workspace, name))}`;
  return { contents: { kind: 'markdown', value }, range: document.lines.rangeOf(start, end) };
}

function headOf({ occurrence: { sort, name, id }, ruleset }: NameAt): string {
  const templates = [...templatesOf(ruleset).values()];
  if (sort === 'template') {
    const found = templates.find((one) => one.name === name);
    if (found === undefined) return `template \`${name}\``;
    const slots = [...found.slots.values()].map(slotText).join(', ');
    const head = `${found.isRelation ? 'relation' : 'template'} \`${name} { ${slots} }\``;
    return found.description === '' ? head : `${head}\n\n${found.description}`;
  }
  const owner = templates.find((one) => one.slots.has(name) && slotId(one.name, name) === id);
  const slot = owner?.slots.get(name);
  return slot === undefined || owner === undefined
    ? `${sort} \`${name}\``
    : `slot \`${slotText(slot)}\` of \`${owner.name}\``;
}

function slotText({ name, type, isList, allowed, default: fallback }: SlotFacts): string {
  const written = allowed.length > 0 ? allowed.join(' | ') : type;
  return `${name}: ${isList ? `[${written}]` : written}${fallback === null ? '' : ` = ${fallback}`}`;
}

function usesOf(found: readonly Occurrence[]): string {
  const uses = found.filter(({ isDefinition }) => !isDefinition);
  const files = new Set(uses.map(({ document }) => document.key));
  if (uses.length === 0) return 'Not used.';
  return `Used ${uses.length === 1 ? 'once' : `${uses.length} times`}${files.size > 1 ? ` in ${files.size} files` : ''}.`;
}

/** An operator or a function, before its parenthesis. */
function ofCall(workspace: Workspace, { textDocument, position }: PositionParams): Hover | null {
  const document = workspace.find(textDocument.uri);
  if (document === null) return null;
  const { text, lines } = document;
  const offset = lines.offsetAt(position);
  let [start, end] = [offset, offset];
  while (start > 0 && /[\w$-]/.test(text[start - 1] ?? '')) start--;
  while (/[\w$-]/.test(text[end] ?? '')) end++;
  const value = text[end] === '(' ? documentationOf(text.slice(start, end)) : null;
  return value === null ? null : { contents: { kind: 'markdown', value }, range: lines.rangeOf(start, end) };
}
