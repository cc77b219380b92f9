import {
  isMap,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { isDataFile } from '../../compiler/read/data-file-names.ts';
import { escapeReordering } from '../../library/escape-reordering.ts';
import { instead, namedBodies, OTHER_ACTION, replaced, without, type Add } from './edits.ts';
import { mutateBudgets } from './mutate-budgets.ts';
import { mutateElements } from './mutate-elements.ts';
import { mutateDefinitions, mutateShortLeft } from './mutate-short-left.ts';
import { EFFECTS, mutateShortRight, WITHOUT_EFFECT } from './mutate-short-right.ts';
import { mutateRelation, mutateTable } from './mutate-table.ts';

/** One change of a ruleset. */
export interface Mutation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `module::rule` is not known here: the rule's own name; null: it is not about a rule. */
  readonly rule: string | null;
  readonly what: string;
  /** The sources with the change, and without it in the same layout. */
  readonly sources: () => readonly Source[];
}

/** Basis of mutations: all files of a ruleset, parsed. */
interface MutableRuleset {
  /** The sources as they are written without a change. */
  readonly plain: readonly Source[];
  readonly mutations: readonly Mutation[];
}

/** Every change of a ruleset that is tried, in the order of its files. */
export function mutationsOf(given: readonly Source[]): MutableRuleset {
  const rows = given.filter(({ path }) => isDataFile(path));
  const files = given.flatMap(({ path, text }) => {
    if (isDataFile(path)) return [];
    const lines = new LineCounter();
    const documents = parseAllDocuments(text, { lineCounter: lines, version: '1.2' });
    return [{ source: { path, text }, lines, documents: 'empty' in documents ? [] : documents }];
  });
  const write = (): readonly Source[] => [
    ...files.map(({ source: { path }, documents }) => ({
      path,
      text: documents.map(documentText).join(''),
    })),
    ...rows,
  ];
  const mutations: Mutation[] = [];
  for (const { source, lines, documents } of files) {
    const { path } = source;
    const add: Add = (place, rule, what, change) => {
      const offset = typeof place === 'number' ? place : ((place as Node | null)?.range?.[0] ?? 0);
      const sources = (): readonly Source[] => {
        const undo = change();
        try {
          return write();
        } finally {
          undo();
        }
      };
      const { line, col: column } = lines.linePos(offset);
      mutations.push({ file: path, line, column, rule, what, sources });
    };
    for (const { contents } of documents) if (isMap(contents)) mutateDocument(contents, source, add);
  }
  return { plain: write(), mutations };
}

function documentText(document: Document): string {
  const text = escapeReordering(document.toString({ lineWidth: 0 }));
  return text.startsWith('---') ? text : `---\n${text}`;
}

function mutateDocument(root: YAMLMap, source: Source, add: Add): void {
  mutateOrder(root, add);
  for (const { body, name } of namedBodies(root.get('tables'))) {
    if (!isMap(body)) continue;
    mutateTable(body, name, add);
    mutateShortLeft(body, name, source, add);
  }
  for (const { body, name } of namedBodies(root.get('relations')))
    if (isMap(body)) mutateRelation(body, name, add);
  mutateDefinitions(root, source, add);
  mutateBudgets(root, source, add);
  const rules = namedBodies(root.get('rules'));
  for (const { body, name, place, remove } of rules) {
    if (!isMap(body)) continue;
    if (rules.length > 1) add(place, name, 'without the rule', remove);
    negateNumber(body, 'salience', name, add);
    mutateThen(body.get('then'), name, add);
    mutateElements(body.get('when'), name, add);
    mutateShortLeft(body, name, source, add);
    mutateShortRight(body, name, add);
  }
}

/** Priorities of modules, and their order where nothing else gives it. */
function mutateOrder(root: YAMLMap, add: Add): void {
  const modules = root.get('modules');
  const bodies = namedBodies(modules).map(({ body }) => body);
  for (const body of bodies) if (isMap(body)) negateNumber(body, 'priority', null, add);
  const order = root.get('focus_order');
  if (isSeq(order) && order.items.length > 1) reverse(order, 'focus order reversed', add);
  const isOrdered = order !== undefined || bodies.some((body) => isMap(body) && body.has('priority'));
  if (isOrdered || bodies.length < 2 || !(isMap(modules) || isSeq(modules))) return;
  reverse(modules, 'modules reversed', add);
}

function reverse(list: YAMLMap | YAMLSeq, what: string, add: Add): void {
  add(list, null, what, () => {
    list.items.reverse();
    return () => void list.items.reverse();
  });
}

function negateNumber(map: YAMLMap, key: string, rule: string | null, add: Add): void {
  const value = map.get(key);
  if (typeof value !== 'number' || value === 0) return;
  add(map.get(key, true), rule, `${key} ${-value} instead of ${value}`, replaced(map, key, -value));
}

function mutateThen(then: unknown, rule: string, add: Add): void {
  if (!isMap(then)) return;
  const action = then.get('action');
  const other = typeof action === 'string' ? OTHER_ACTION[action] : undefined;
  if (typeof action === 'string' && other !== undefined)
    add(then.get('action', true), rule, `${other} instead of ${action}`, replaced(then, 'action', other));
  for (const key of EFFECTS) {
    const list = then.get(key);
    if (!isSeq(list)) continue;
    for (const one of list.items) {
      const change = list.items.length === 1 ? instead(then, key, undefined) : without(list, one);
      add(one, rule, WITHOUT_EFFECT[key], change);
    }
  }
}
