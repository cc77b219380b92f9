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
      if (!isAsked(fix)) return [];
      const best = placesOf(fix, document.text)
        .map((place) => ({ place, left: leftBy(workspace, document, [place]) }))
        .filter(({ left }) => left !== null && left <= problems.length)
        // The first of the best: sorting keeps the order of equals.
        .sort((one, other) => one.left! - other.left!)[0];
      return best === undefined ? [] : [best.place];
    })
    .sort((one, other) => one.start - other.start);
}

/** A suggestion replaces one member of a path. The problem does not say which, so each is tried, the last first. */
function placesOf(fix: Fix, text: string): readonly Fix[] {
  const written = text.slice(fix.start, fix.end);
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(written) || fix.newText.includes('.')) return [fix];
  const members = [...written.matchAll(/[\w-]+/g)].reverse();
  const places = members.map(({ index, 0: { length } }) => ({
    ...fix,
    start: fix.start + index,
    end: fix.start + index + length,
  }));
  return [...places, fix];
}

/** The fixes that hold together: none overlaps another, and each removes its problem after those before it. */
function together(workspace: Workspace, document: Document, fixes: readonly Fix[]): readonly Fix[] {
  const taken: Fix[] = [];
  const most = diagnose(workspace, document).length;
  for (const fix of fixes) {
    if (fix.start < (taken.at(-1)?.end ?? 0)) continue;
    const left = leftBy(workspace, document, [...taken, fix]);
    if (left !== null && left <= most) taken.push(fix);
  }
  return taken;
}

/** Number of problems after the fixes; `null` if the last of them keeps its problem. A condition shows its next problem then. */
function leftBy(workspace: Workspace, document: Document, fixes: readonly Fix[]): number | null {
  const text = fixes.reduceRight(
    (whole, { start, end, newText }) => whole.slice(0, start) + newText + whole.slice(end),
    document.text,
  );
  const changed = workspace.withTexts(new Map([[document.key, text]]));
  const fixed = changed.find(document.uri);
  if (fixed === null) return null;
  const solved = fixes.at(-1)?.problem.message;
  const left = diagnose(changed, fixed);
  return left.some(({ message }) => message === solved) ? null : left.length;
}
