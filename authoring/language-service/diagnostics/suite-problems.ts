import type { DiagnosticCode } from '../../../compiler/diagnostics/codes.ts';
import { readSuite } from '../../../library/suite/read-suite.ts';
import type { Document } from '../documents/document.ts';
import { folderOf, nameOf } from '../documents/uri.ts';
import type { LspDiagnostic } from '../protocol/types.ts';
import { explained } from './page.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Problems in the format of a suite. */
export function suiteProblems(
  workspace: Workspace,
  { key, text, lines }: Document,
): readonly LspDiagnostic[] {
  const read = readSuite(nameOf(key), text, nameOf(folderOf(key) ?? ''));
  if (read.ok) return [];
  return read.problems.map(({ line, column, message }) => {
    const start = Math.min(lines.startOf(line - 1) + column - 1, text.length);
    return {
      range: lines.rangeOf(start, wordEnd(text, start)),
      severity: 1,
      code: 'suite-format' satisfies DiagnosticCode,
      codeDescription: explained(workspace),
      source: 'ferrule',
      message,
    };
  });
}

/** The problem of a suite has a start only; the word there is marked. */
function wordEnd(text: string, start: number): number {
  return start + (/^[^\s:,\]}]*/.exec(text.slice(start, start + 200))?.[0].length ?? 0);
}
