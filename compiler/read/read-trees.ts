import { createReport } from '../diagnostics/report.ts';
import { buildTree } from './build-tree.ts';
import type { ReadContext } from './context.ts';
import { holdElements, type HeldElements } from './held-elements.ts';
import { parseDocuments } from './parse-documents.ts';
import type { YamlNode } from './yaml-node.ts';

/** The documents of one source as plain data, those that are not empty. What is wrong with them is reported. */
export function readTrees(context: ReadContext): readonly YamlNode[] {
  const held = holdElements(context);
  const trees = held && readAround(held, context);
  return trees ?? treesOf(context);
}

function treesOf(context: ReadContext): readonly YamlNode[] {
  return parseDocuments(context).flatMap((document) => buildTree(document, context) ?? []);
}

/**
 * The documents with the elements that were held back. Null where anything is wrong or an element was not what it seemed,
 * as in a text over several lines: then the parser reads the source as it is.
 */
function readAround(
  { text, elements, tokens }: HeldElements,
  context: ReadContext,
): readonly YamlNode[] | null {
  const report = createReport({ strict: true });
  const { limits, source } = context;
  const around = {
    ...context,
    report,
    source: { ...source, text },
    limits: { ...limits, tokens: limits.tokens - tokens },
  };
  const taken = new Set<number>();
  const trees = parseDocuments(around).flatMap(
    (document) =>
      buildTree(document, around, (at) => {
        const element = elements.get(at.start);
        if (element !== undefined) taken.add(at.start);
        return element ?? null;
      }) ?? [],
  );
  return report.hasErrors() || taken.size < elements.size ? null : trees;
}
