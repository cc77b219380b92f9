import { createReport } from '../../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readTrees } from '../../../compiler/read/read-trees.ts';
import { createTally } from '../../../compiler/read/tally.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { repair } from '../workspace/repair.ts';
import type { Collector } from './name-index.ts';
import { slotId, templateId } from './scope.ts';

const trees = new WeakMap<Document, readonly YamlNode[]>();

/** The documents of a YAML file, around text that is not YAML. */
function treesOf(document: Document): readonly YamlNode[] {
  let read = trees.get(document);
  if (read === undefined) {
    const of = (text: string): { readonly nodes: readonly YamlNode[]; readonly ok: boolean } => {
      const report = createReport();
      const limits = { ...DEFAULT_READ_LIMITS, depth: 500, aliases: 1_000, aliasNodes: 100_000 };
      const source = { path: document.key, text };
      const counted = { limits, files: new Map(), tally: createTally() };
      // A suite may hold any text: its values become facts, not rules.
      const nodes = readTrees({ source, report, ...counted, takesAnyText: true });
      return { nodes, ok: !report.sorted().some(({ code }) => code === 'yaml-syntax') };
    };
    const whole = of(document.text);
    trees.set(document, (read = whole.ok ? whole.nodes : of(repair(document.text)).nodes));
  }
  return read;
}

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
