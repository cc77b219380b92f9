import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Report } from '../../compiler/diagnostics/report.ts';
import { buildTree } from '../../compiler/read/build-tree.ts';
import type { ReadContext } from '../../compiler/read/context.ts';
import {
  expectMap,
  optional,
  readDescription,
  readFilledList,
  readList,
  readMap,
  readText,
  required,
  type Shape,
} from '../../compiler/read/fields.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { readDeclaredName } from '../../compiler/read/names.ts';
import { parseDocuments } from '../../compiler/read/parse-documents.ts';
import { checkCharacters } from '../../compiler/read/scalar.ts';
import type { YamlNode } from '../../compiler/read/yaml-node.ts';
import { createTally } from '../../compiler/read/tally.ts';
import type { FactSyntax, GraphSyntax, GuardSyntax, NodeSyntax, SlotValueSyntax } from './graph-syntax.ts';
import { readValue } from './read-value.ts';

const GRAPH: Shape = { owner: 'a graph', keys: ['graph', 'description', 'nodes', 'output'] };
const NODE: Shape = {
  owner: 'a node',
  keys: ['id', 'description', 'ruleset', 'after', 'when', 'facts', 'input'],
};
const FACT: Shape = { owner: 'a fact', keys: ['template', 'data'] };

/** Reads the document of a graph; null when there is nothing to go on with. What is wrong is reported. */
export function readGraph(source: Source, report: Report): GraphSyntax | null {
  const context: ReadContext = {
    source,
    report,
    limits: DEFAULT_READ_LIMITS,
    files: new Map(),
    tally: createTally(),
  };
  checkCharacters(context);
  const documents = parseDocuments(context);
  const trees = documents.map((document) => buildTree(document, context)).filter((tree) => tree !== null);
  const [tree] = trees;
  if (tree === undefined || trees.length > 1) {
    if (!report.hasErrors()) report.add('graph-documents', { file: source.path, start: 0, end: 0 });
    return null;
  }
  const map = readMap(tree, GRAPH, context);
  if (map === null) return null;
  readDescription(map, context);
  return {
    graph: readText(optional(map, 'graph'), context),
    nodes: readFilledList(required(map, 'nodes', GRAPH, context), context, readNode),
    output: readText(optional(map, 'output'), context),
  };
}

function readNode(node: YamlNode, context: ReadContext): NodeSyntax | null {
  const map = readMap(node, NODE, context);
  if (map === null) return null;
  readDescription(map, context);
  const id = readDeclaredName(required(map, 'id', NODE, context), context);
  const ruleset = readText(required(map, 'ruleset', NODE, context), context);
  const after = readList(optional(map, 'after'), context, readText);
  const when = readGuards(optional(map, 'when'), context);
  const facts = readList(optional(map, 'facts'), context, readFact);
  const document = optional(map, 'input');
  const value = document === null ? null : readValue(document, context);
  const input = document === null || value === null ? null : { value, at: document.at };
  return id && ruleset && { id, ruleset, after, when, facts, input, at: node.at };
}

function readGuards(node: YamlNode | null, context: ReadContext): readonly GuardSyntax[] {
  const map = expectMap(node, context);
  if (map === null) return [];
  if (map.entries.size === 0) context.report.add('empty-key', map.at, { key: 'when' });
  return [...map.entries.values()].map(({ key, value }) => ({
    node: key,
    decisions:
      value.kind === 'list'
        ? readFilledList(value, context, readText)
        : [readText(value, context)].filter((decision) => decision !== null),
  }));
}

function readFact(node: YamlNode, context: ReadContext): FactSyntax | null {
  const map = readMap(node, FACT, context);
  if (map === null) return null;
  const template = readText(required(map, 'template', FACT, context), context);
  const data = expectMap(optional(map, 'data'), context);
  const slots: SlotValueSyntax[] = [];
  for (const { key, value } of data?.entries.values() ?? []) {
    const read = readValue(value, context);
    if (read !== null) slots.push({ slot: key, value: { value: read, at: value.at } });
  }
  return template && { template, slots, at: node.at };
}
