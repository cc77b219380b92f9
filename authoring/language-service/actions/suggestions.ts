/** Every "did you mean" that removes its problem, one at a time or all of a document. */
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Document } from '../documents/document.ts';
import type { LspDiagnostic } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { editOf, type Asked, type CodeAction } from './action.ts';

interface Fix {
  readonly problem: LspDiagnostic;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** The suggestions near a place. */
export function suggestions({ workspace, document, from, to, client }: Asked): readonly CodeAction[] {
  // Each fix is checked by a check of its ruleset, so only those are that the client looks at.
  const isNear = ({ start, end }: Fix): boolean => start <= to && from <= end;
  return fixesOf(workspace, document, isNear).map((fix) => ({
    title: `Write ${fix.newText}`,
    kind: 'quickfix',
    diagnostics: [fix.problem],
    isPreferred: true,
    edit: editOf([{ document, ...fix }], client),
  }));
}

/** All suggestions of a document that hold together, as one edit. */
export function fixAll({ workspace, document, client }: Asked): readonly CodeAction[] {
  const all = together(workspace, document, fixesOf(workspace, document));
  if (all.length === 0) return [];
  const edit = editOf(
    all.map((fix) => ({ document, ...fix })),
    client,
  );
  return [{ title: 'Fix what can be fixed', kind: 'source.fixAll.ferrule', edit }];
}

/** The suggestions that remove their problem, from the start of the document to its end. */
function fixesOf(
  workspace: Workspace,
  document: Document,
  isAsked: (fix: Fix) => boolean = () => true,
): readonly Fix[] {
  const problems = diagnose(workspace, document);
  return problems
    .flatMap((problem): readonly Fix[] => {
      const newText = problem.data?.suggestion;
      // A suggestion with an ellipsis has to be completed by hand.
      if (newText === undefined || newText.includes('…')) return [];
      const { lines } = document;
      const fix = {
        problem,
        start: lines.offsetAt(problem.range.start),
        end: lines.offsetAt(problem.range.end),
        newText,
      };
      return isAsked(fix) && solves(workspace, document, [fix], problems.length) ? [fix] : [];
    })
    .sort((one, other) => one.start - other.start);
}

/** The fixes that hold together: none overlaps another, and each removes its problem after those before it. */
function together(workspace: Workspace, document: Document, fixes: readonly Fix[]): readonly Fix[] {
  const taken: Fix[] = [];
  const most = diagnose(workspace, document).length;
  for (const fix of fixes) {
    if (fix.start < (taken.at(-1)?.end ?? 0)) continue;
    if (solves(workspace, document, [...taken, fix], most)) taken.push(fix);
  }
  return taken;
}

/** True if the last of the fixes removes its problem. A condition shows its next problem when the first is gone. */
function solves(workspace: Workspace, document: Document, fixes: readonly Fix[], most: number): boolean {
  const text = fixes.reduceRight(
    (whole, { start, end, newText }) => whole.slice(0, start) + newText + whole.slice(end),
    document.text,
  );
  const changed = workspace.withTexts(new Map([[document.key, text]]));
  const fixed = changed.find(document.uri);
  const solved = fixes.at(-1)?.problem.message;
  const left = fixed === null ? [] : diagnose(changed, fixed);
  return fixed !== null && left.length <= most && !left.some(({ message }) => message === solved);
}
