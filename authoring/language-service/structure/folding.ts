import type { Document } from '../documents/document.ts';
import type { DocumentParams } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface FoldingRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: 'comment' | 'imports';
}

/** `textDocument/foldingRange`: by indentation, so that errors of YAML change nothing around them. */
export function foldingRanges(
  workspace: Workspace,
  { textDocument }: DocumentParams,
): readonly FoldingRange[] {
  const document = workspace.find(textDocument.uri);
  return document === null || document.kind === 'rows' ? [] : foldsOf(document);
}

interface Open {
  readonly line: number;
  readonly depth: number;
  readonly isImports: boolean;
}

function foldsOf({ text, lines }: Document): readonly FoldingRange[] {
  const folds: FoldingRange[] = [];
  let open: Open[] = [];
  /** The last line that is neither empty nor a comment. */
  let last = 0;
  let comment = null as { readonly first: number; readonly last: number } | null;
  const close = (depth: number): void => {
    for (const { line, isImports } of open.filter((one) => one.depth >= depth))
      if (last > line)
        folds.push({ startLine: line, endLine: last, ...(isImports ? { kind: 'imports' } : {}) });
    open = open.filter((one) => one.depth < depth);
  };
  const endComment = (): void => {
    if (comment !== null && comment.last > comment.first)
      folds.push({ startLine: comment.first, endLine: comment.last, kind: 'comment' });
    comment = null;
  };
  for (let line = 0; line < lines.count; line++) {
    const written = text.slice(lines.startOf(line), lines.endOf(line)).replace(/^\uFEFF/, '');
    const indent = /^[ \t]*/.exec(written)?.[0].length ?? 0;
    const first = written[indent];
    if (first === '#') {
      comment = { first: comment?.first ?? line, last: line };
      continue;
    }
    endComment();
    if (first === undefined) continue;
    // An item of a list belongs to the key above it, which can have the same indentation.
    const depth = 2 * indent + (/^-(?:\s|$)/.test(written.slice(indent)) ? 1 : 0);
    close(/^(?:---|\.\.\.)(?:\s|$)/.test(written) ? 0 : depth);
    open.push({ line, depth, isImports: /^imports\s*:/.test(written) });
    last = line;
  }
  endComment();
  close(0);
  return folds.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}
