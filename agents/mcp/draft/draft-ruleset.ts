/** A first ruleset for the tools of a server: the starter for agents' calls with the tools and arguments of the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { formatSource } from '../../../authoring/fmt/format-source.ts';
import { packageRoot } from '../../../library/node/package-root.ts';
import type { Tool } from '../tool.ts';
import type { ArgumentKind } from './argument-kind.ts';
import { declareTools, type DeclaredTool } from './declared-tools.ts';
import { draftSuite } from './draft-suite.ts';

export interface DraftOptions {
  /** Name of the ruleset. */
  readonly name: string;
  /** Folder that tools may use. */
  readonly workspace: string;
  /** Domain that tools may fetch from. */
  readonly domain: string;
}

export interface Draft {
  /** YAML of the ruleset. */
  readonly text: string;
  /** YAML of its suite. */
  readonly suite: string;
  /** Notes on the draft for a person, one sentence each. */
  readonly notes: readonly string[];
}

/** Traits of the tools, so that every rule of the draft can fire. */
export interface Traits {
  readonly reads: boolean;
  readonly escalates: boolean;
  /** Some tool has an argument of the kind. */
  readonly has: (kind: ArgumentKind) => boolean;
  /** Some tool that needs no approval has one. */
  readonly reading: (kind: ArgumentKind) => boolean;
}

/** Returns the draft; `null` if no tool can be declared. */
export function draftRuleset(tools: readonly Tool[], options: DraftOptions): Draft | null {
  const notes: string[] = [];
  const declared = declareTools(tools, notes);
  if (declared.length === 0) return null;
  const traits = traitsOf(declared);
  const model = (file: string): string =>
    readFileSync(join(packageRoot(), 'templates', 'agent-gate', file), 'utf8');
  const document = parseDocument(model('rules.yaml'));
  fillIn(document, declared, traits, options);
  // The starter's own head is about the starter.
  const first = isMap(document.contents) ? document.contents.items[0]?.key : null;
  if (isScalar(first)) first.commentBefore = null;
  document.commentBefore = [
    'Drafted from the tools of a server. Check every row of the two relations: the server claims which tools only read,',
    'and the kinds of arguments are guessed from their names and schemas.',
    ...notes.map((note) => `Note: ${note}.`),
  ]
    .map((line) => ` ${line}`)
    .join('\n');
  const suite = draftSuite(declared, traits, options, parseDocument(model('rules.test.yaml')).toJS());
  return { text: laidOut(document.toString({ lineWidth: 0 })), suite: laidOut(suite), notes };
}

export function traitsOf(tools: readonly DeclaredTool[]): Traits {
  const reading = tools.filter(({ needs }) => needs === 'nothing');
  const isIn = (some: readonly DeclaredTool[]) => (kind: ArgumentKind) =>
    some.some(({ parameters }) => parameters.some((parameter) => parameter.kind === kind));
  return {
    reads: reading.length > 0,
    escalates: reading.length < tools.length,
    has: isIn(tools),
    reading: isIn(reading),
  };
}

function fillIn(
  document: Document,
  tools: readonly DeclaredTool[],
  traits: Traits,
  { name, workspace, domain }: DraftOptions,
): void {
  document.set('ruleset', name);
  document.setIn(['constants', 'workspace'], workspace);
  document.setIn(['constants', 'domain'], domain);
  if (!traits.has('path')) document.deleteIn(['constants', 'workspace']);
  if (!traits.has('url')) document.deleteIn(['constants', 'domain']);
  if (!traits.has('path') && !traits.has('url')) document.delete('constants');
  const parameters = tools.flatMap((tool) =>
    tool.parameters.map((parameter) => [tool.name, parameter.name, parameter.kind]),
  );
  setRows(
    document,
    'tool',
    tools.map((tool) => [tool.name, tool.needs]),
  );
  if (parameters.length > 0) setRows(document, 'parameter', parameters);
  else {
    remove(document, 'relations', ['parameter']);
    const undeclared = rule(document, 'deny-undeclared-argument');
    undeclared.delete('if');
    undeclared.set('for', document.createNode(['call', 'argument'], { flow: true }));
  }
  if (!traits.reading('path') && !traits.reading('url')) rule(document, 'allow-harmless').deleteIn(['if', 1]);
  remove(document, 'rules', unusedRules(traits));
  if (!traits.escalates) remove(document, 'templates', ['approval']);
  if (!traits.has('path') && !traits.has('url')) {
    remove(document, 'templates', ['leaf']);
    const input = document.get('input');
    if (!isSeq<YAMLMap>(input)) throw new TypeError('the starter has no input');
    input.items = input.items.filter((item) => item.get('template') !== 'leaf');
  }
}

function unusedRules({ reads, escalates, has, reading }: Traits): readonly string[] {
  return [
    ...(reading('path') ? [] : ['allow-within-workspace']),
    ...(reading('url') ? [] : ['allow-within-domain']),
    ...(reads ? [] : ['allow-harmless']),
    ...(escalates ? [] : ['escalate-without-approval', 'allow-with-approval']),
    ...(has('path') || has('url') ? [] : ['deny-object']),
    ...(has('path') ? [] : ['deny-outside-workspace']),
    ...(has('url') ? [] : ['deny-outside-domain', 'deny-other-scheme']),
  ];
}

function section(document: Document, key: string): YAMLMap {
  const found = document.get(key);
  if (!isMap(found)) throw new TypeError(`the starter has no ${key}`);
  return found;
}

function remove(document: Document, key: string, names: readonly string[]): void {
  const found = section(document, key);
  for (const name of names) found.delete(name);
}

function rule(document: Document, name: string): YAMLMap {
  const found = section(document, 'rules').get(name);
  if (!isMap(found)) throw new TypeError(`the starter has no rule ${name}`);
  return found;
}

function setRows(document: Document, relation: string, rows: readonly (readonly string[])[]): void {
  const node = document.createNode(rows);
  for (const row of node.items) if (isSeq(row)) row.flow = true;
  section(document, 'relations').setIn([relation, 'rows'], node);
}

function laidOut(text: string): string {
  const formatted = formatSource({ path: 'draft.yaml', text });
  return formatted.kind === 'formatted' ? formatted.text : text;
}
