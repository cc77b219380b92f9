import { isDataFile } from '../../../compiler/read/data-file-names.ts';
import type { Document } from '../documents/document.ts';
import { folderOf, nameOf } from '../documents/uri.ts';
import { REQUEST_FAILED, RequestError, type Location } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import type { JobPlace, JobRuleset } from './job.ts';

/** A ruleset as the worker is given it: the texts that the editor shows. */
export function jobOf({ name, analysis, suites }: RulesetOfDocument, { settings }: Workspace): JobRuleset {
  return {
    name,
    lenient: settings.lenient,
    sources: analysis.members
      .filter(({ path, document }) => document.kind === 'ruleset' || isDataFile(path))
      .map(({ path, document }) => ({ path, text: document.text })),
    suites: suites.map(({ key, text }) => ({ key, text, folder: nameOf(folderOf(key) ?? '') })),
  };
}

/** The first error of a ruleset; null if it has none. */
export function firstError({
  analysis,
}: RulesetOfDocument): { readonly text: string; readonly place: JobPlace } | null {
  const found = analysis.diagnostics.find(({ severity }) => severity === 'error');
  if (found === undefined) return null;
  const { file, start } = found.at;
  const { line, character } = analysis.byPath.get(file)?.lines.positionAt(start) ?? { line: 0, character: 0 };
  return { text: found.message, place: { file, line: line + 1, column: character + 1 } };
}

export function requireNoErrors(ruleset: RulesetOfDocument): void {
  const error = firstError(ruleset);
  if (error !== null) throw new RequestError(REQUEST_FAILED, `the ruleset has errors: ${error.text}`);
}

/** @param text what is written there, if it is known: the range covers it */
export function locate(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  { file, line, column }: JobPlace,
  text: string | null = null,
): Location | null {
  const document = ruleset.analysis.byPath.get(file) ?? workspace.documents.get(file);
  return document === undefined ? null : { uri: document.uri, range: rangeAt(document, line, column, text) };
}

/** A place of the compiler, whose lines and columns count from one, to the end of its text or of its line. */
function rangeAt(
  { text, lines }: Document,
  line: number,
  column: number,
  written: string | null,
): Location['range'] {
  const start = Math.min(lines.startOf(line - 1) + column - 1, text.length);
  if (written !== null && text.startsWith(written, start))
    return lines.rangeOf(start, start + written.length);
  const rest = text.slice(start, Math.max(start, lines.endOf(line - 1)));
  return lines.rangeOf(start, start + rest.trimEnd().length);
}
