import { isMap, isSeq, LineCounter, parseAllDocuments, type Document, type Node, type YAMLMap } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { isDataFile } from '../../compiler/read/data-file-names.ts';
import { escapeReordering } from '../../library/escape-reordering.ts';
import { instead, items, OTHER_ACTION, replaced, without, type Add } from './edits.ts';
import { mutateElements } from './mutate-elements.ts';
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
export interface MutableRuleset {
  /** The sources as they are written without a change. */
  readonly plain: readonly Source[];
  readonly mutations: readonly Mutation[];
}

const EFFECTS = ['assert', 'retract', 'modify', 'obligations'] as const;

/** Every change of a ruleset that is tried, in the order of its files. */
export function mutationsOf(given: readonly Source[]): MutableRuleset {
  const rows = given.filter(({ path }) => isDataFile(path));
  const files = given.flatMap(({ path, text }) => {
    if (isDataFile(path)) return [];
    const lines = new LineCounter();
    const documents = parseAllDocuments(text, { lineCounter: lines, version: '1.2' });
    return [{ path, lines, documents: 'empty' in documents ? [] : documents }];
  });
  const write = (): readonly Source[] => [
    ...files.map(({ path, documents }) => ({ path, text: documents.map(documentText).join('') })),
    ...rows,
  ];
  const mutations: Mutation[] = [];
  for (const { path, lines, documents } of files) {
    const add: Add = (node, rule, what, change) => {
      const offset = (node as Node | null)?.range?.[0] ?? 0;
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
    for (const { contents } of documents) if (isMap(contents)) mutateDocument(contents, add);
  }
  return { plain: write(), mutations };
}

function documentText(document: Document): string {
  const text = escapeReordering(document.toString({ lineWidth: 0 }));
  return text.startsWith('---') ? text : `---\n${text}`;
}

function mutateDocument(root: YAMLMap, add: Add): void {
  for (const one of items(root.get('modules'))) if (isMap(one)) negateNumber(one, 'priority', null, add);
  const order = root.get('focus_order');
  if (isSeq(order) && order.items.length > 1)
    add(order, null, 'focus order the other way round', () => {
      order.items.reverse();
      return () => void order.items.reverse();
    });
  for (const one of items(root.get('tables'))) if (isMap(one)) mutateTable(one, add);
  for (const one of items(root.get('relations'))) if (isMap(one)) mutateRelation(one, add);
  const rules = root.get('rules');
  if (!isSeq(rules)) return;
  for (const rule of rules.items) {
    if (!isMap(rule)) continue;
    const name = String(rule.get('name'));
    if (rules.items.length > 1) add(rule, name, 'without the rule', without(rules, rule));
    negateNumber(rule, 'salience', name, add);
    mutateThen(rule.get('then'), name, add);
    mutateElements(rule.get('when'), name, add);
  }
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
      add(one, rule, `without ${key === 'obligations' ? 'the obligation' : `what it ${key}s`}`, change);
    }
  }
}
