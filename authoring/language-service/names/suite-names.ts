import { createReport } from '../../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readLeftHalf } from '../../../compiler/read/short/left-half.ts';
import { createTally } from '../../../compiler/read/tally.ts';
import type { YamlMap, YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { treesOf } from '../trees/trees.ts';
import type { Collector } from './name-index.ts';
import { collectLeft } from './short-names.ts';
import { slotId, templateId, type Names } from './scope.ts';

/** Templates and slots of the facts that a graph gives to a ruleset. */
export function collectGraph(document: Document, ruleset: string, collector: Collector): void {
  for (const tree of treesOf(document)) {
    const nodes = tree.kind === 'map' ? tree.entries.get('nodes')?.value : undefined;
    for (const node of nodes?.kind === 'list' ? nodes.items : []) {
      const named = node.kind === 'map' ? node.entries.get('ruleset')?.value : undefined;
      if (named?.kind === 'scalar' && named.scalar.text === ruleset)
        collectFacts(node, document, collector, NO_BUDGETS);
    }
  }
}

/** Slots by the names that they have in the keys of sums, by their budgets. */
type SlotsOfBudgets = ReadonlyMap<string, ReadonlyMap<string, string>>;

const NO_BUDGETS: SlotsOfBudgets = new Map();

/** Templates and slots of the facts of a suite and of the conditions of its properties, and the rules that it names. */
export function collectSuite(document: Document, names: Names, budgets: SlotsOfBudgets): void {
  for (const tree of treesOf(document)) {
    collectFacts(tree, document, names.collector, budgets);
    const properties = tree.kind === 'map' ? tree.entries.get('properties')?.value : undefined;
    for (const one of properties?.kind === 'list' ? properties.items : [])
      if (one.kind === 'map' && one.entries.has('never') && one.entries.has('if'))
        collectConditionsOf(one, document, names);
  }
}

/** `for` and `if` of a property, as a rule has them. */
function collectConditionsOf(property: YamlMap, document: Document, names: Names): void {
  const source = { path: document.key, text: document.text };
  const how = { limits: DEFAULT_READ_LIMITS, files: new Map(), tally: createTally() };
  const left = readLeftHalf(property, { source, report: createReport(), ...how });
  collectLeft({ names, owner: `${document.key} ${property.at.start}`, bound: new Map() }, left);
}

/** Keys of facts: a list, or a map of templates to data. */
const FACTS = new Set(['facts', 'assert', 'evaluate', 'decide']);

function collectFacts(
  tree: YamlNode,
  document: Document,
  collector: Collector,
  budgets: SlotsOfBudgets,
): void {
  const add = (
    sort: 'template' | 'slot' | 'rule' | 'module',
    id: string,
    name: string,
    start: number,
    end: number,
  ): void => {
    const within = document.text.slice(start, end).lastIndexOf(name);
    if (within !== -1) collector.addAt(sort, id, name, document.key, start + within);
  };
  const addSlots = (template: string, data: YamlNode | undefined): void => {
    if (data?.kind === 'list') for (const one of data.items) addSlots(template, one);
    if (data?.kind !== 'map') return;
    for (const { key } of data.entries.values())
      add('slot', slotId(template, key.value), key.value, key.at.start, key.at.end);
  };
  const addSums = ({ entries }: YamlMap): void => {
    const [budget, sums] = [entries.get('budget')?.value, entries.get('key')?.value];
    if (budget?.kind !== 'scalar' || sums?.kind !== 'map') return;
    for (const { key } of sums.entries.values()) {
      const id = budgets.get(budget.scalar.text)?.get(key.value);
      if (id !== undefined) add('slot', id, key.value, key.at.start, key.at.end);
    }
  };
  const addByTemplate = ({ entries }: YamlMap): void => {
    for (const { key, value } of entries.values()) {
      add('template', templateId(key.value), key.value, key.at.start, key.at.end);
      addSlots(key.value, value);
    }
  };
  const addFired = ({ scalar, at }: Extract<YamlNode, { kind: 'scalar' }>): void => {
    const parts = /^(.+)::([^/]+)(\/.*)?$/.exec(scalar.text);
    if (parts === null) return;
    const [, module = '', name = '', row = ''] = parts;
    const { start, end } = at;
    // With the quote before it.
    add('module', `module:${module}`, module, start, start + module.length + 1);
    add('rule', `rule:${module}::${name}`, name, start, end - row.length);
  };
  const visit = (node: YamlNode, inFired: boolean, isExpectation = false): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, inFired);
    if (node.kind === 'scalar' && inFired) addFired(node);
    if (node.kind !== 'map') return;
    const template = node.entries.get('template')?.value;
    const data = node.entries.get('data')?.value;
    if (template?.kind === 'scalar') {
      const name = template.scalar.text;
      add('template', templateId(name), name, template.at.start, template.at.end);
      addSlots(name, data);
    }
    addSums(node);
    collectConditions(node, (id, name, start, end) => add('slot', id, name, start, end));
    for (const { scalar, at } of addedTemplates(node))
      add('template', templateId(scalar.text), scalar.text, at.start, at.end);
    const when = node.entries.get('when')?.value;
    if (when !== undefined) collectReferences(when, document, collector);
    for (const { key, value } of node.entries.values()) {
      if (key.value === 'data' || key.value === 'input') continue;
      // Of an expectation, `facts` has other keys.
      if (FACTS.has(key.value) && value.kind === 'map' && !isExpectation) addByTemplate(value);
      else visit(value, inFired || key.value === 'fired', key.value === 'expect');
    }
  };
  visit(tree, false);
}

/** The templates that `add` of a property names. */
function addedTemplates({ entries }: YamlMap) {
  const value = entries.get('add')?.value;
  const all = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
  return all.filter((one): one is Extract<YamlNode, { kind: 'scalar' }> => one.kind === 'scalar');
}

/** Slots that the conditions of a pattern name. */
function collectConditions(
  { entries }: YamlMap,
  add: (id: string, name: string, start: number, end: number) => void,
): void {
  const template = entries.get('template')?.value;
  const conditions = entries.get('conditions')?.value;
  if (template?.kind !== 'scalar' || conditions?.kind !== 'list') return;
  for (const condition of conditions.items) {
    const slot = condition.kind === 'map' ? condition.entries.get('slot')?.value : undefined;
    if (slot?.kind === 'scalar')
      add(slotId(template.scalar.text, slot.scalar.text), slot.scalar.text, slot.at.start, slot.at.end);
  }
}

const REFERENCE = /\$([A-Za-z_][\w-]*)\.([A-Za-z_][\w-]*)/g;

/** Slots that expressions of a property's `when` name by the alias of a pattern: `equals($payment.payee)`. */
function collectReferences(when: YamlNode, document: Document, collector: Collector): void {
  const templates = new Map<string, string>();
  const expressions: { readonly start: number; readonly end: number }[] = [];
  const visit = (node: YamlNode): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item);
    if (node.kind !== 'map') return;
    const [template, alias] = [node.entries.get('template')?.value, node.entries.get('alias')?.value];
    if (template?.kind === 'scalar' && alias?.kind === 'scalar')
      templates.set(alias.scalar.text.replace(/^\$/, ''), template.scalar.text);
    for (const { key, value } of node.entries.values()) {
      const isText = value.kind === 'scalar' && (key.value === 'expression' || key.value === 'test');
      if (isText) expressions.push(value.at);
      else visit(value);
    }
  };
  visit(when);
  for (const { start, end } of expressions)
    for (const found of document.text.slice(start, end).matchAll(REFERENCE)) {
      const [, alias = '', slot = ''] = found;
      const template = templates.get(alias);
      if (template === undefined) continue;
      const at = start + found.index + alias.length + 2;
      collector.addAt('slot', slotId(template, slot), slot, document.key, at);
    }
}
