import { isMap, isScalar, LineCounter, parseDocument as parseYaml, visit, type Document } from 'yaml';
import type { LineColumn } from '../../../compiler/diagnostics/line-column.ts';
import { exactNumber } from '../../library/json.ts';
import { parseDocument as parseJsonDocument } from '../../library/ordered-json.ts';
import type { Path, SuiteProblem } from './suite.ts';

/** A file's value with the places of its parts. */
export interface ParsedFile {
  readonly value: unknown;
  readonly placeOf: (path: Path) => LineColumn;
  readonly problems: readonly SuiteProblem[];
}

const START: LineColumn = { line: 1, column: 1 };
/** Aliases may repeat what is anchored, but not grow without end. */
const MOST_ALIASES = 1000;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses the text of a suite, as JSON when the file says so, without losing a digit of a number. */
export function parseSuiteText(file: string, text: string): ParsedFile {
  return file.endsWith('.json') ? parseAsJson(text) : parseAsYaml(text);
}

/** JSON is parsed by the faster parser; its places are looked up in the tree of YAML when somebody asks. */
function parseAsJson(text: string): ParsedFile {
  let tree: Tree | null = null;
  const placeOf = (path: Path): LineColumn => placeIn((tree ??= treeOf(text)), path);
  try {
    return { value: parseJsonDocument(text), placeOf, problems: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: null, placeOf, problems: [{ ...START, message: `is not JSON: ${message}` }] };
  }
}

function parseAsYaml(text: string): ParsedFile {
  const tree = treeOf(text);
  const placeOf = (path: Path): LineColumn => placeIn(tree, path);
  const problems = tree.document.errors.map(({ message, pos: [start] }) => ({
    ...place(tree.lines, start),
    message: message.split(/ at line \d+/)[0] ?? message,
  }));
  if (problems.length > 0) return { value: null, placeOf, problems };
  visit(tree.document, {
    Scalar(_, node) {
      if (typeof node.value === 'number' || typeof node.value === 'bigint')
        node.value = numberOf(node.source ?? '', node.value);
    },
  });
  try {
    return { value: tree.document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown, placeOf, problems };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: null, placeOf, problems: [{ ...START, message }] };
  }
}

/** A number as it is written: JSON's digits as a request would have them, others (0x1f, .5) by their value. */
function numberOf(source: string, value: number | bigint): unknown {
  if (JSON_NUMBER.test(source)) return exactNumber(source);
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

interface Tree {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export function treeOf(text: string): Tree {
  const lines = new LineCounter();
  return { document: parseYaml(text, { lineCounter: lines, intAsBigInt: true }), lines };
}

function place(lines: LineCounter, offset: number): LineColumn {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** A member's key, an item's value. */
function placeIn({ document, lines }: Tree, path: Path): LineColumn {
  for (let length = path.length; length > 0; length--) {
    const around = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1]!;
    if (isMap(around)) {
      const pair = around.items.find(({ key }) => isScalar(key) && String(key.value) === String(last));
      if (pair !== undefined && isScalar(pair.key) && pair.key.range) return place(lines, pair.key.range[0]);
    }
    const node = document.getIn(path.slice(0, length), true);
    if (hasRange(node)) return place(lines, node.range[0]);
  }
  return START;
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
