import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { treesOf } from '../trees/trees.ts';
import type { Collector } from './name-index.ts';
import { slotId, templateId } from './scope.ts';

/** Templates and slots of the facts of a suite, and the rules that it names. */
export function collectSuite(document: Document, collector: Collector): void {
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
    for (const { key, value } of node.entries.values())
      if (key.value !== 'data' && key.value !== 'input') visit(value, inFired || key.value === 'fired');
  };
  for (const tree of treesOf(document)) visit(tree, false);
}
