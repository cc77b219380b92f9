import type { Diagnostic } from '../../../compiler/diagnostics/report.ts';
import type { Document } from '../documents/document.ts';
import type { LspDiagnostic } from '../protocol/types.ts';
import type { Analysis } from '../workspace/analysis.ts';
import { isServed, type Workspace } from '../workspace/workspace.ts';
import { explained } from './page.ts';
import { suiteProblems } from './suite-problems.ts';

/** Problems that the compiler finds in a document. None for a document that belongs to no ruleset. */
export function diagnose(workspace: Workspace, document: Document): readonly LspDiagnostic[] {
  if (document.kind === 'suite') return suiteProblems(workspace, document);
  if (document.kind === 'rows' || document.kind === 'data') return inData(workspace, document);
  if (!isServed(document)) return [];
  const analysis = workspace.rulesetOf(document)?.analysis;
  return analysis === undefined ? [] : problemsIn(workspace, analysis, document);
}

/** A table of rows gets the problems of the rulesets that read it. */
function inData(workspace: Workspace, document: Document): readonly LspDiagnostic[] {
  const found = new Map<string, LspDiagnostic>();
  for (const { analysis } of workspace.rulesets())
    for (const problem of problemsIn(workspace, analysis, document))
      found.set(JSON.stringify(problem), problem);
  return [...found.values()];
}

function problemsIn(workspace: Workspace, analysis: Analysis, document: Document): readonly LspDiagnostic[] {
  return analysis.diagnostics
    .filter(({ at }) => analysis.byPath.get(at.file) === document)
    .map((diagnostic) => ({
      ...toLsp(diagnostic, document, analysis),
      codeDescription: explained(workspace),
    }));
}

function toLsp(
  diagnostic: Diagnostic,
  { lines }: Document,
  analysis: Analysis,
): Omit<LspDiagnostic, 'codeDescription'> {
  const { code, severity, message, suggestion, at } = diagnostic;
  const used = at.use === undefined ? undefined : analysis.byPath.get(at.use.at.file);
  return {
    range: lines.rangeOf(at.start, at.end),
    severity: severity === 'error' ? 1 : 2,
    code,
    source: 'ferrule',
    message: suggestion === null ? message : `${message} (did you mean '${suggestion}'?)`,
    ...(used === undefined || at.use === undefined
      ? {}
      : {
          relatedInformation: [
            {
              location: { uri: used.uri, range: used.lines.rangeOf(at.use.at.start, at.use.at.end) },
              message: 'used here',
            },
          ],
        }),
    ...(suggestion === null ? {} : { data: { suggestion } }),
  };
}
