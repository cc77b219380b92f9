/** Where a cursor is, by the indentation of the lines around it and the brackets before it: the text may be no YAML. */
export interface Cursor {
  /** Keys of the maps around, the outermost first. Levels of lists are not counted. */
  readonly path: readonly string[];
  /** For each of `path` and last for the map of the cursor: its keys, with what is written behind them. */
  readonly maps: readonly ReadonlyMap<string, string>[];
  /** The key whose value the cursor is in; null where a key can be. */
  readonly key: string | null;
  /** The value up to the cursor. */
  readonly before: string;
  /** The cursor is an item of a list without a key before it. */
  readonly isItem: boolean;
}

interface Line {
  /** Column of each dash, then of the key. */
  readonly dashes: readonly number[];
  readonly column: number;
  readonly key: string | null;
  readonly rest: string;
}

const LINE =
  /^( *)((?:- +)*)(?:("[^"]*"|'[^']*'|[^\s"'#{}[\],&*!|>%@`:-][^:#{}[\]"']*?)[ ]*:(?:[ ]+(.*)|$))?/;
const MOST_LINES = 3_000;

function readLine(text: string): Line {
  const [, indent = '', dashes = '', key, rest] = LINE.exec(text) ?? [];
  const columns = [...dashes.matchAll(/-/g)].map(({ index }) => indent.length + index);
  const column = indent.length + dashes.length;
  const bare = key?.replace(/^["']|["']$/g, '') ?? null;
  return { dashes: columns, column, key: bare, rest: rest ?? text.slice(column) };
}

export function cursorAt(text: string, offset: number): Cursor {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const line = readLine(text.slice(lineStart, offset));
  const flow = readFlow(line.key === null ? line.rest : line.rest);
  const above = climb(text, lineStart, line);
  const inFlow = flow.length > 0;
  const path = [...above.path, ...(line.key !== null && inFlow ? [line.key] : [])];
  const own = new Map(above.own);
  const maps: ReadonlyMap<string, string>[] = [...above.maps];
  if (!inFlow) {
    const isItem = line.key === null && line.dashes.length > 0;
    return { path, maps: [...maps, own], key: line.key, before: line.rest, isItem };
  }
  if (line.key !== null) maps.push(own);
  let last = flow[0];
  for (const level of flow.slice(1)) {
    if (last?.key !== null && last?.key !== undefined) {
      path.push(last.key);
      maps.push(last.entries);
    }
    last = level;
  }
  const entries = last?.entries ?? new Map<string, string>();
  if (last?.isList === true)
    return { path: path.slice(0, -1), maps, key: path.at(-1) ?? null, before: last.before, isItem: true };
  return {
    path,
    maps: [...maps, entries],
    key: last?.key ?? null,
    before: last?.before ?? '',
    isItem: false,
  };
}

interface Level {
  readonly isList: boolean;
  readonly entries: Map<string, string>;
  key: string | null;
  before: string;
}

/** The brackets that are open at the end of a value, unless it is a text in quotes or an expression. */
function readFlow(value: string): readonly Level[] {
  if (!/^[[{]/.test(value)) return [];
  const levels: Level[] = [];
  let part = '';
  let quote = '';
  const close = (): void => {
    const top = levels.at(-1);
    if (top !== undefined && top.key !== null) top.entries.set(top.key, part.trim());
    if (top !== undefined) top.key = null;
    part = '';
  };
  for (const character of value) {
    if (quote !== '') {
      if (character === quote) quote = '';
      part += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      part += character;
    } else if (character === '{' || character === '[') {
      levels.push({ isList: character === '[', entries: new Map(), key: null, before: '' });
      part = '';
    } else if (character === '}' || character === ']') {
      close();
      levels.pop();
    } else if (character === ',') close();
    else if (character === ':' && levels.at(-1)?.isList === false && levels.at(-1)?.key === null) {
      const top = levels.at(-1);
      if (top !== undefined) top.key = part.trim().replace(/^["']|["']$/g, '');
      part = '';
    } else part += character;
  }
  const top = levels.at(-1);
  if (top !== undefined) top.before = part.trimStart();
  return levels;
}

/** Follows the lines upwards, from each map to the key that holds it. */
function climb(text: string, lineStart: number, current: Line) {
  const path: string[] = [];
  const maps: ReadonlyMap<string, string>[] = [];
  let own = new Map<string, string>();
  const first = own;
  const [dash] = current.dashes;
  let column = current.column;
  // Behind a dash a map begins: what is above belongs to what holds the list.
  let limit = dash === undefined ? column : dash + 1;
  let isOpen = dash === undefined;
  let end = lineStart - 1;
  for (let count = 0; end >= 0 && count < MOST_LINES; count++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const written = text.slice(start, end).replace(/\r$/, '');
    end = start - 1;
    if (/^\s*(?:#|$)/.test(written)) continue;
    const line = readLine(written);
    if (line.key === null && line.dashes.length === 0) continue;
    if (isOpen && line.key !== null && line.column === column) {
      own.set(line.key, line.rest);
      const [begun] = line.dashes;
      if (begun !== undefined) {
        isOpen = false;
        limit = begun + 1;
      }
    } else if (line.key !== null && line.column < limit) {
      path.unshift(line.key);
      own = new Map([[line.key, line.rest]]);
      maps.unshift(own);
      column = line.column;
      const [begun] = line.dashes;
      isOpen = begun === undefined;
      limit = begun === undefined ? column : begun + 1;
    }
    if (column === 0 && path.length > 0 && !isOpen) break;
    if (path.length > 0 && column === 0) break;
  }
  for (const [key, rest] of keysBelow(text, lineStart, current)) first.set(key, rest);
  return { path, maps, own: first };
}

/** The keys of the cursor's map on the lines behind it. */
function keysBelow(
  text: string,
  lineStart: number,
  { column }: Line,
): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  let start = text.indexOf('\n', lineStart) + 1;
  for (let count = 0; start > 0 && count < 200; count++) {
    const end = text.indexOf('\n', start);
    const written = text.slice(start, end === -1 ? text.length : end);
    start = end + 1;
    if (/^\s*(?:#|$)/.test(written)) continue;
    const line = readLine(written);
    if ((line.dashes[0] ?? line.column) < column) break;
    if (line.column === column && line.dashes.length === 0 && line.key !== null)
      found.push([line.key, line.rest]);
  }
  return found;
}
