import { createReport } from '../../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readTrees } from '../../../compiler/read/read-trees.ts';
import { createTally } from '../../../compiler/read/tally.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import type { Document } from '../documents/document.ts';
import { repair } from '../workspace/repair.ts';

const trees = new WeakMap<Document, readonly YamlNode[]>();

/** The documents of a YAML file, around text that is not YAML. */
export function treesOf(document: Document): readonly YamlNode[] {
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
