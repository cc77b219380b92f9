import { isFindingCode } from '../../analyze/codes.ts';
import { editOf, type Asked, type CodeAction } from './action.ts';
import { lineEnding } from '../documents/line-ending.ts';

/** A comment that ignores a finding of the analysis. Its reason is for the author to write. */
export function silence({ document, diagnostics, client }: Asked): readonly CodeAction[] {
  if (document.kind !== 'ruleset') return [];
  const { text, lines } = document;
  return diagnostics.flatMap((one): readonly CodeAction[] => {
    const { source, code, range } = one;
    if (source !== 'ferrule analyze' || code === undefined || range === undefined) return [];
    if (!isFindingCode(code) || code === 'wrong-ignore') return [];
    const start = lines.startOf(lines.positionAt(lines.offsetAt(range.start)).line);
    const indent = /^[ \t]*/.exec(text.slice(start, start + 200))?.[0] ?? '';
    const newText = `${indent}# ferrule-ignore ${code} (say why)${lineEnding(text)}`;
    return [
      {
        title: `Ignore ${code} here`,
        kind: 'quickfix',
        diagnostics: [one],
        edit: editOf([{ document, start, end: start, newText }], client),
      },
    ];
  });
}
