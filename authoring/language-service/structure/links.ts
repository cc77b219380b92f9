import { importedPath } from '../../../compiler/read/imports.ts';
import type { YamlScalar } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { folderOf, joinPath } from '../documents/uri.ts';
import type { DocumentParams, Range } from '../protocol/types.ts';
import { writtenIn, type WrittenText } from '../trees/texts.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface DocumentLink {
  readonly range: Range;
  readonly target: string;
  readonly tooltip: string;
}

/** `textDocument/documentLink`: imports, CSV files, declarations of the document, and the ruleset of a suite. */
export function documentLinks(
  workspace: Workspace,
  { textDocument }: DocumentParams,
): readonly DocumentLink[] {
  const document = workspace.find(textDocument.uri);
  if (document === null) return [];
  return writtenIn(document).texts.flatMap((written) => {
    const path = pathOf(written, document);
    const target = path === null ? null : targetOf(workspace, document, path);
    if (target === null) return [];
    const { start, end } = inside(written.node);
    return [{ range: document.lines.rangeOf(start, end), target: target.uri, tooltip: 'open the file' }];
  });
}

/** The path that a scalar names from the folder of its file; null for one that names none. */
function pathOf({ path, node: { scalar } }: WrittenText, { kind }: Document): string | null {
  if (scalar.kind !== 'string') return null;
  const [section = '', ...rest] = path;
  const key = path.at(-1);
  if (kind === 'suite') return section === 'ruleset' && rest.length === 0 ? scalar.value : null;
  if (kind === 'graph') return key === 'ruleset' ? `../${scalar.value}` : null;
  if (section === 'imports') return importedPath('', scalar.value);
  if (section === 'input') return rest.length === 0 ? scalar.value : null;
  return key === 'file' && (section === 'relations' || section === 'tables') ? scalar.value : null;
}

/** The file, or the first file of the folder. Only what the workspace holds is a target. */
function targetOf({ documents }: Workspace, { key }: Document, path: string): Document | null {
  const folder = folderOf(key);
  const named = folder === null ? null : joinPath(folder, path);
  if (named === null) return null;
  const file = documents.get(named) ?? documents.get(`${named}.yaml`) ?? documents.get(`${named}.yml`);
  if (file !== undefined) return file;
  for (const one of documents.values())
    if (one.kind === 'ruleset' && one.key.startsWith(`${named}/`)) return one;
  return null;
}

/** A text without its quotes. */
function inside({ style, at }: YamlScalar): { readonly start: number; readonly end: number } {
  return style.endsWith('quoted') ? { start: at.start + 1, end: at.end - 1 } : at;
}
