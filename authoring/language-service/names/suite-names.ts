import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { treesOf } from '../trees/trees.ts';
import type { Collector } from './name-index.ts';
import { slotId, templateId } from './scope.ts';

/** Templates and slots of the facts that a graph gives to a ruleset. */
export function collectGraph(document: Document, ruleset: string, collector: Collector): void {
  for (const tree of treesOf(document)) {
    const nodes = tree.kind === 'map' ? tree.entries.get('nodes')?.value : undefined;
    for (const node of nodes?.kind === 'list' ? nodes.items : []) {
      const named = node.kind === 'map' ? node.entries.get('ruleset')?.value : undefined;
      if (named?.kind === 'scalar' && named.scalar.text === ruleset) collectFacts(node, document, collector);
    }
  }
}

/** Templates and slots of the facts of a suite, and the rules that it names. */
export function collectSuite(document: Document, collector: Collector): void {
  for (const tree of treesOf(document)) collectFacts(tree, document, collector);
}

function collectFacts(tree: YamlNode, document: Document, collector: Collector): void {
  const add = (
    sort: 'template' | 'slot' | 'rule' | 'module',
    id: string,
    name: string,
    start: number,
    end: number,
  ): void => {
    const within = document.text.slice(start, end).lastIndexOf(name);
    if (within !== -1) collector.addAt(sort, id, name, document, start + within);
  };
  const visit = (node: YamlNode, inFired: boolean): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, inFired);
    if (node.kind === 'scalar' && inFired) {
      const parts = /^(.+)::([^/]+)(\/.*)?$/.exec(node.scalar.text);
      const [, module = '', name = '', row] = parts ?? [];
      if (parts !== null) {
        const { start, end } = node.at;
        // With the quote before it.
        add('module', `module:${module}`, module, start, start + module.length + 1);
        add('rule', `rule:${module}::${name}`, name, start, end - (row?.length ?? 0));
      }
    }
    if (node.kind !== 'map') return;
    const template = node.entries.get('template')?.value;
    const data = node.entries.get('data')?.value;
    if (template?.kind === 'scalar') {
      const name = template.scalar.text;
      add('template', templateId(name), name, template.at.start, template.at.end);
      if (data?.kind === 'map')
        for (const { key } of data.entries.values())
          add('slot', slotId(name, key.value), key.value, key.at.start, key.at.end);
    }
    collectConditions(node, (id, name, start, end) => add('slot', id, name, start, end));
    for (const { scalar, at } of addedTemplates(node))
      add('template', templateId(scalar.text), scalar.text, at.start, at.end);
    const when = node.entries.get('when')?.value;
    if (when !== undefined) collectReferences(when, document, collector);
    for (const { key, value } of node.entries.values())
      if (key.value !== 'data' && key.value !== 'input') visit(value, inFired || key.value === 'fired');
  };
  visit(tree, false);
}

/** The templates that `add` of a property names. */
function addedTemplates({ entries }: Extract<YamlNode, { kind: 'map' }>) {
  const value = entries.get('add')?.value;
  const all = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
  return all.filter((one): one is Extract<YamlNode, { kind: 'scalar' }> => one.kind === 'scalar');
}

/** Slots that the conditions of a pattern name. */
function collectConditions(
  { entries }: Extract<YamlNode, { kind: 'map' }>,
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
      collector.addAt('slot', slotId(template, slot), slot, document, at);
    }
}
