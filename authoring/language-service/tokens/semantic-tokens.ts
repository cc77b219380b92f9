import { sha256Hex } from '../../../compiler/read/sha256.ts';
import type { Document } from '../documents/document.ts';
import type { DocumentParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { colour } from './colour.ts';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from './kinds.ts';

interface Tokens {
  readonly resultId: string;
  readonly data: readonly number[];
}

interface DeltaParams extends DocumentParams {
  readonly previousResultId: string;
}

interface Delta {
  readonly resultId: string;
  readonly edits: readonly {
    readonly start: number;
    readonly deleteCount: number;
    readonly data: readonly number[];
  }[];
}

/** Results by their ids, which follow from their data: a result that was dropped is sent whole again. */
const recent = new Map<string, readonly number[]>();
const MOST_RECENT = 32;

/** `textDocument/semanticTokens/full` */
export function semanticTokens(workspace: Workspace, { textDocument }: DocumentParams): Tokens {
  const document = workspace.find(textDocument.uri);
  const data = document === null ? [] : encode(workspace, document);
  const resultId = sha256Hex([data.join()]);
  recent.delete(resultId);
  recent.set(resultId, data);
  const [oldest] = recent.keys();
  if (recent.size > MOST_RECENT && oldest !== undefined) recent.delete(oldest);
  return { resultId, data };
}

/** `textDocument/semanticTokens/full/delta`: one edit of the part that differs. */
export function semanticTokensDelta(workspace: Workspace, params: DeltaParams): Tokens | Delta {
  const before = recent.get(params.previousResultId);
  const { resultId, data } = semanticTokens(workspace, params);
  if (before === undefined) return { resultId, data };
  const most = Math.min(before.length, data.length);
  let start = 0;
  while (start < most && before[start] === data[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === data[data.length - 1 - end]) end++;
  const deleteCount = before.length - start - end;
  const added = data.slice(start, data.length - end);
  return {
    resultId,
    edits: deleteCount === 0 && added.length === 0 ? [] : [{ start, deleteCount, data: added }],
  };
}

/** Five numbers per part of a line, each seen from the one before. */
function encode(workspace: Workspace, document: Document): readonly number[] {
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { start, end, type, modifiers = [] } of colour(workspace, document)) {
    const bits = modifiers.reduce((sum, one) => sum | (1 << TOKEN_MODIFIERS.indexOf(one)), 0);
    for (const piece of piecesOf(document, start, end)) {
      const before = piece.start.line === line ? character : 0;
      const length = piece.end.character - piece.start.character;
      data.push(
        piece.start.line - line,
        piece.start.character - before,
        length,
        TOKEN_TYPES.indexOf(type),
        bits,
      );
      ({ line, character } = piece.start);
    }
  }
  return data;
}

/** The part of each line, without its indentation. */
function piecesOf({ text, lines }: Document, start: number, end: number): readonly Range[] {
  const pieces: Range[] = [];
  const last = lines.positionAt(end).line;
  for (let line = lines.positionAt(start).line; line <= last; line++) {
    let from = Math.max(start, lines.startOf(line));
    const to = Math.min(end, lines.endOf(line));
    while (from > start && from < to && /[ \t]/.test(text[from] ?? '')) from++;
    if (from < to) pieces.push(lines.rangeOf(from, to));
  }
  return pieces;
}
