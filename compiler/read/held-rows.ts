import type { ScalarValue } from '../syntax.ts';
import { spanIn, type ReadContext } from './context.ts';
import type { YamlList, YamlScalar } from './yaml-node.ts';

/** A source whose plain rows are held back from the parser, which finds a text of the same length instead of each. */
export interface HeldRows {
  readonly text: string;
  /** By the offset at which they begin. */
  readonly rows: ReadonlyMap<number, YamlList>;
  /** At least as many lexical tokens as the rows are. */
  readonly tokens: number;
}

/** A list on one line, as an element of a list. */
const ROW = /^ *- (\[[^\n]+\]) *$/gm;
/** A cell and what is behind it: words, a number or a quoted text without escapes. What else there is, the parser reads. */
const CELL =
  /(?:([A-Za-z_][\w.-]*(?: [\w.-]+)*)|(-?(?:0|[1-9][0-9]{0,17}))|(-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15})|"([^"\\\t]*)"|'([^'\t]*)')(, ?|\]$)/y;
const NO_TEXT = /^(?:null|true|false)$/i;

/** Fewer are parsed as fast as they are held back. */
const FEWEST_ROWS = 50;
/** Of a token for each cell, what is between it and the next, and a mark. */
const TOKENS_OF_CELL = 4;

/** Null: there are too few rows that could be held. */
export function holdRows(context: ReadContext): HeldRows | null {
  const { text } = context.source;
  const rows = new Map<number, YamlList>();
  const parts: string[] = [];
  let position = 0;
  let tokens = 0;
  for (const { 0: line, 1: written = '', index } of text.matchAll(ROW)) {
    if (written.length > context.limits.textLength) continue;
    const start = index + line.indexOf('[');
    const row = readRow(written, start, context);
    if (row === null) continue;
    rows.set(start, row);
    parts.push(text.slice(position, start), `"${'-'.repeat(written.length - 2)}"`);
    position = start + written.length;
    tokens += TOKENS_OF_CELL * row.items.length;
  }
  if (rows.size < FEWEST_ROWS) return null;
  parts.push(text.slice(position));
  return { text: parts.join(''), rows, tokens };
}

function readRow(written: string, start: number, context: ReadContext): YamlList | null {
  const items: YamlScalar[] = [];
  CELL.lastIndex = 1;
  while (CELL.lastIndex < written.length) {
    const from = CELL.lastIndex;
    const cell = CELL.exec(written);
    if (cell === null) return null;
    const [whole, word, integer, float, double, single, behind = ''] = cell;
    const at = spanIn(context, start + from, start + from + whole.length - behind.length);
    if (word !== undefined) {
      if (NO_TEXT.test(word)) return null;
      items.push({ kind: 'scalar', scalar: text(word), style: 'plain', at });
    } else if (integer !== undefined) {
      const scalar: ScalarValue = { kind: 'integer', value: BigInt(integer), text: integer };
      items.push({ kind: 'scalar', scalar, style: 'plain', at });
    } else if (float !== undefined) {
      const scalar: ScalarValue = { kind: 'float', value: Number(float), text: float };
      items.push({ kind: 'scalar', scalar, style: 'plain', at });
    } else {
      const style = double === undefined ? 'single-quoted' : 'double-quoted';
      items.push({ kind: 'scalar', scalar: text(double ?? single ?? ''), style, at });
    }
  }
  return { kind: 'list', items, at: spanIn(context, start, start + written.length) };
}

function text(value: string): ScalarValue {
  return { kind: 'string', value, text: value };
}
