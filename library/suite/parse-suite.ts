import { LineCounter, parseDocument as parseYaml, type Document } from 'yaml';
import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { createPositions, type LineColumn, type Positions } from '../../compiler/diagnostics/line-column.ts';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { buildTree } from '../../compiler/read/build-tree.ts';
import { spanIn, type ReadContext } from '../../compiler/read/context.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../../compiler/read/limits.ts';
import { parseDocuments } from '../../compiler/read/parse-documents.ts';
import { checkCharacters } from '../../compiler/read/scalar.ts';
import { createTally } from '../../compiler/read/tally.ts';
import type { YamlNode } from '../../compiler/read/yaml-node.ts';
import { duplicateKey } from '../duplicate-key.ts';
import { exactNumber } from '../json.ts';
import { parseDocument as parseJsonDocument } from '../ordered-json.ts';
import { jsonProblem } from './json-problem.ts';
import { explainSuite } from './shape/explain-suite.ts';
import type { Path, SuiteProblem } from './suite.ts';

/** A file's value with the places of its parts. */
export interface ParsedFile {
  readonly value: unknown;
  readonly placeOf: (path: Path) => LineColumn;
  /** Problems of its syntax. */
  readonly problems: readonly SuiteProblem[];
  /** Looks for what does not fit the format of a suite. */
  readonly explain: () => readonly SuiteProblem[];
  /** True if `explain` may find something in a value that fits. */
  readonly isSuspicious: boolean;
}

const START: LineColumn = { line: 1, column: 1 };
/** A suite is its author's own: documents of cases may be deep and long, and rows repeat what is anchored. */
const LIMITS: ReadLimits = {
  ...DEFAULT_READ_LIMITS,
  depth: 500,
  aliases: 1_000,
  aliasNodes: 100_000,
  textLength: DEFAULT_READ_LIMITS.sourceBytes,
};
/** A text of JSON that looks like a reference or a place to fill in. */
const SUSPICIOUS = /"(?:\$[A-Za-z_]|\{[\w-]+\}")/;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Parses the text of a suite, as JSON when the file says so, without losing a digit of a number. */
export function parseSuiteText(path: string, text: string): ParsedFile {
  const report = createReport();
  const source = { path, text };
  const tally = createTally();
  const context = { source, report, limits: LIMITS, files: new Map(), takesAnyText: true, tally };
  checkCharacters(context);
  if (report.hasErrors()) {
    const problems = problemsOf(context);
    return { value: null, placeOf: () => START, problems, explain: () => [], isSuspicious: false };
  }
  return path.endsWith('.json') ? parseAsJson(context) : parseAsYaml(context);
}

/** JSON is parsed by the faster parser; its tree is made for positions and problems. */
function parseAsJson(context: ReadContext): ParsedFile {
  const { text } = context.source;
  let tree: YamlNode | null | undefined;
  const treeOnDemand = (): YamlNode | null => (tree === undefined ? (tree = treeIn(context)) : tree);
  const positions = createPositions([context.source]);
  const placeOf = (path: Path): LineColumn => placeIn(treeOnDemand(), path, positions);
  const explain = (): readonly SuiteProblem[] => explainTree(treeOnDemand(), context);
  const isSuspicious = SUSPICIOUS.test(text);
  try {
    const value = parseJsonDocument(text);
    if (duplicateKey(text) !== null) treeOnDemand();
    return { value, placeOf, problems: problemsOf(context), explain, isSuspicious };
  } catch (error) {
    return { value: null, placeOf, problems: [jsonProblem(error, text)], explain, isSuspicious };
  }
}

function parseAsYaml(context: ReadContext): ParsedFile {
  const tree = treeIn(context);
  const positions = createPositions([context.source]);
  const placeOf = (path: Path): LineColumn => placeIn(tree, path, positions);
  const problems = problemsOf(context);
  const value = problems.length > 0 || tree === null ? null : valueOf(tree);
  return { value, placeOf, problems, explain: () => explainTree(tree, context), isSuspicious: true };
}

/** The one document of a file; what is wrong with its YAML is reported. */
function treeIn(context: ReadContext): YamlNode | null {
  const [first, second] = parseDocuments(context);
  if (second !== undefined) {
    const [start] = second.range;
    context.report.add('yaml-syntax', spanIn(context, start, start), {
      problem: 'a suite must be one YAML document: this is a second one',
    });
  }
  return first === undefined ? null : buildTree(first, context);
}

function explainTree(tree: YamlNode | null, context: ReadContext): readonly SuiteProblem[] {
  const report = createReport();
  if (tree !== null) explainSuite(tree, { ...context, report });
  return problemsOf({ ...context, report });
}

function problemsOf({ report, source }: ReadContext): readonly SuiteProblem[] {
  const positions = createPositions([source]);
  return report.sorted().map((one) => ({ ...positions.of(one.at), message: formatMessage(one) }));
}

/** The tree as JSON has it. */
function valueOf(node: YamlNode): unknown {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, valueOf(value)]));
    case 'list':
      return node.items.map(valueOf);
    case 'broken':
      return null;
    case 'scalar':
      return scalarOf(node.scalar);
  }
}

/** A number as it is written: JSON's digits as a request would have them, others (0x1f, .5) by their value. */
function scalarOf(scalar: Extract<YamlNode, { kind: 'scalar' }>['scalar']): unknown {
  if (scalar.kind === 'null') return null;
  if (scalar.kind === 'string' || scalar.kind === 'boolean') return scalar.value;
  if (JSON_NUMBER.test(scalar.text)) return exactNumber(scalar.text);
  return scalar.kind === 'integer' && Number.isSafeInteger(Number(scalar.value))
    ? Number(scalar.value)
    : scalar.value;
}

/** A member's key, an item's value; of a path that leads nowhere, the nearest one around it. */
function placeIn(tree: YamlNode | null, path: Path, positions: Positions): LineColumn {
  let [node, at] = [tree, tree?.at ?? null];
  for (const part of path) {
    const entry = node?.kind === 'map' ? node.entries.get(String(part)) : undefined;
    const item = node?.kind === 'list' ? node.items[Number(part)] : undefined;
    node = entry?.value ?? item ?? null;
    if (node === null) break;
    at = entry?.key.at ?? node.at;
  }
  return path.length === 0 || at === null || at === tree?.at ? START : positions.of(at);
}

/** A parsed suite that can be written again. */
interface EditableTree {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export function treeOf(text: string): EditableTree {
  const lines = new LineCounter();
  return { document: parseYaml(text, { lineCounter: lines, intAsBigInt: true }), lines };
}
