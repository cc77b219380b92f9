import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { FOLDS } from '../../../compiler/knowledge-syntax.ts';
import { isDataFile } from '../../../compiler/read/data-file.ts';
import { mutateExpression } from './mutate-expression.ts';
import { mutateRelation, mutateTable } from './mutate-table.ts';

/** One change of a ruleset. */
export interface Mutation {
  readonly file: string;
  readonly line: number;
  /** `module::rule` is not known here: the rule's own name; null: it is not about a rule. */
  readonly rule: string | null;
  readonly what: string;
  /** The sources with the change, and without it laid out alike. */
  readonly sources: () => readonly Source[];
}

/** What mutations are made of: all files of a ruleset, parsed. */
export interface MutableRuleset {
  /** The sources as they are written without a change. */
  readonly plain: readonly Source[];
  readonly mutations: readonly Mutation[];
}

/** What is written instead of an action. */
export const OTHER_ACTION: Readonly<Record<string, string>> = {
  allow: 'deny',
  deny: 'allow',
  escalate: 'allow',
  scope: 'deny',
  route: 'deny',
};
/** Keys of an element whose value is a list of elements. */
const GROUPS = ['not', 'exists', 'must'] as const;
const EFFECTS = ['assert', 'retract', 'modify', 'obligations'] as const;

export type Add = (node: unknown, rule: string | null, what: string, change: () => () => void) => void;

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
      mutations.push({ file: path, line: lines.linePos(offset).line, rule, what, sources });
    };
    for (const { contents } of documents) if (isMap(contents)) mutateDocument(contents, add);
  }
  return { plain: write(), mutations };
}

function documentText(document: Document): string {
  const text = document.toString({ lineWidth: 0 });
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

export function items(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : [];
}

export function without(list: YAMLSeq, item: unknown, instead: readonly unknown[] = []): () => () => void {
  return () => {
    const before = [...list.items];
    list.items.splice(list.items.indexOf(item), 1, ...instead);
    return () => void (list.items = before);
  };
}

/** A change of one value of a map. */
function instead(map: YAMLMap, key: string, value: unknown): () => () => void {
  return () => {
    const before = [...map.items];
    const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key);
    const old = pair?.value;
    if (value === undefined) map.delete(key);
    else map.set(key, value);
    return () => {
      map.items = before;
      if (pair !== undefined) pair.value = old;
    };
  };
}

/** Scalars are replaced by new ones: set() would change the node that is put back. */
function replaced(map: YAMLMap, key: string, value: unknown): () => () => void {
  return () => {
    const scalar = map.get(key, true);
    if (!isScalar(scalar)) return instead(map, key, value)();
    const { value: old, source } = scalar;
    scalar.value = value;
    return () => {
      scalar.value = old;
      if (source !== undefined) scalar.source = source;
    };
  };
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

export function mutateElements(list: unknown, rule: string, add: Add): void {
  if (!isSeq(list)) return;
  for (const element of list.items) {
    if (isSeq(element)) {
      mutateElements(element, rule, add);
      continue;
    }
    if (!isMap(element)) continue;
    const template = element.get('template') ?? element.get('relation');
    if (list.items.length > 1) {
      const what = typeof template === 'string' ? `the pattern of ${template}` : `\`${firstKey(element)}\``;
      add(element, rule, `without ${what}`, without(list, element));
    }
    mutateConditions(element.get('conditions'), element, rule, add);
    for (const key of GROUPS) {
      const inner = element.get(key);
      if (isSeq(inner) && key !== 'must')
        add(element, rule, `what \`${key}\` holds, without \`${key}\``, without(list, element, inner.items));
      mutateElements(inner, rule, add);
    }
    mutateAggregate(element, rule, add);
    for (const key of ['any', 'forall']) {
      const inner = element.get(key);
      if (isMap(inner)) mutateForall(inner, rule, add);
      else mutateElements(inner, rule, add);
    }
  }
}

/** What an aggregate is over, and what is asked of it. */
function mutateAggregate(element: YAMLMap, rule: string, add: Add): void {
  for (const fold of FOLDS) {
    const value = element.get(fold);
    mutateElements(isMap(value) ? value.get('from') : value, rule, add);
    if (value !== undefined && element.has('as') && element.has('expression'))
      add(element, rule, `\`${fold}\` without its condition`, instead(element, 'expression', undefined));
  }
}

function mutateForall(forall: YAMLMap, rule: string, add: Add): void {
  const each = forall.get('each');
  if (isMap(each)) mutateConditions(each.get('conditions'), each, rule, add);
  mutateElements(forall.get('must'), rule, add);
}

function firstKey(map: YAMLMap): string {
  const key = map.items[0]?.key;
  return isScalar(key) ? String(key.value) : '';
}

function mutateConditions(list: unknown, pattern: YAMLMap, rule: string, add: Add): void {
  if (!isSeq(list)) return;
  for (const condition of list.items) {
    if (!isMap(condition)) continue;
    const text = condition.get('expression') ?? condition.get('test');
    const slot = condition.get('slot');
    const named = `${typeof slot === 'string' ? `${slot}: ` : ''}${String(text)}`;
    // What binds a variable is needed elsewhere.
    if (text !== undefined && !condition.has('bind') && !condition.has('each')) {
      const change =
        list.items.length === 1 ? instead(pattern, 'conditions', undefined) : without(list, condition);
      add(condition, rule, `without the condition ${named}`, change);
    }
    const test = condition.get('test');
    if (typeof test === 'string')
      add(condition, rule, `(not ${test})`, replaced(condition, 'test', `(not ${test})`));
    const expression = condition.get('expression');
    if (typeof expression !== 'string') continue;
    for (const other of mutateExpression(expression))
      add(
        condition.get('expression', true),
        rule,
        `${other} instead of ${expression}`,
        replaced(condition, 'expression', other),
      );
  }
}
