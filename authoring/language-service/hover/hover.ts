/** Hover: the meaning of what is at the cursor, and where the ruleset uses it. */
import { documentationOf } from '../documentation/documentation-of.ts';
import { everywhere, nameAt, type NameAt } from '../names/find.ts';
import type { Occurrence } from '../names/name-index.ts';
import type { MarkupContent, PositionParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { definitionText } from './definition-text.ts';
import { findPattern } from './find-pattern.ts';
import { patternText } from './pattern-text.ts';
import { ruleText } from './rule-text.ts';
import { slotText, templateText } from './template-text.ts';
import { usersText } from './users-text.ts';

interface Hover {
  readonly contents: MarkupContent;
  readonly range: Range;
}

/** Null where nothing is named. */
export function hover(workspace: Workspace, params: PositionParams): Hover | null {
  const name = nameAt(workspace, params);
  return name === null
    ? (ofCall(workspace, params) ?? ofPattern(workspace, params))
    : ofName(workspace, name);
}

function ofName(workspace: Workspace, name: NameAt): Hover {
  const { document, start, end } = name.occurrence;
  const found = everywhere(workspace, name);
  const value = [textOf(name), usesOf(found), usersText(name.occurrence, found)]
    .filter((part) => part !== '')
    .join('\n\n');
  return { contents: { kind: 'markdown', value }, range: document.lines.rangeOf(start, end) };
}

/** Texts that say more than the definition. */
const TEXTS: Partial<Record<Occurrence['sort'], (name: NameAt) => string | null>> = {
  template: templateText,
  slot: slotText,
  rule: ruleText,
};

function textOf(name: NameAt): string {
  const { sort, name: written } = name.occurrence;
  return (TEXTS[sort] ?? definitionText)(name) ?? `${sort} \`${written}\``;
}

function usesOf(found: readonly Occurrence[]): string {
  const uses = found.filter(({ isDefinition }) => !isDefinition);
  const files = new Set(uses.map(({ document }) => document.key));
  if (uses.length === 0) return 'Not used.';
  return `Used ${uses.length === 1 ? 'once' : `${uses.length} times`}${files.size > 1 ? ` in ${files.size} files` : ''}.`;
}

/** An operator or a function, before its parenthesis or behind that of CLIPS. */
function ofCall(workspace: Workspace, { textDocument, position }: PositionParams): Hover | null {
  const document = workspace.find(textDocument.uri);
  if (document === null) return null;
  const { text, lines } = document;
  const offset = lines.offsetAt(position);
  let [start, end] = [offset, offset];
  while (start > 0 && /[\w$-]/.test(text[start - 1] ?? '')) start--;
  while (/[\w$-]/.test(text[end] ?? '')) end++;
  if (start === end || (text[end] !== '(' && text[start - 1] !== '(')) return null;
  const value = documentationOf(text.slice(start, end), text[start - 1] === '.');
  return value === null ? null : { contents: { kind: 'markdown', value }, range: lines.rangeOf(start, end) };
}

function ofPattern(workspace: Workspace, { textDocument, position }: PositionParams): Hover | null {
  const document = workspace.find(textDocument.uri);
  const ruleset = document === null ? null : workspace.rulesetOf(document);
  if (document === null || ruleset === null) return null;
  const found = findPattern(ruleset, document, document.lines.offsetAt(position));
  const value = found === null ? null : patternText(found.pattern);
  if (found === null || value === null) return null;
  return { contents: { kind: 'markdown', value }, range: document.lines.rangeOf(found.start, found.end) };
}
