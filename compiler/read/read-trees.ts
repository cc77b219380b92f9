import { createReport } from '../diagnostics/report.ts';
import { buildTree } from './build-tree.ts';
import type { ReadContext } from './context.ts';
import { holdRows, type HeldRows } from './held-rows.ts';
import { parseDocuments } from './parse-documents.ts';
import type { YamlNode } from './yaml-node.ts';

/** The documents of one source as plain data, those that are not empty. What is wrong with them is reported. */
export function readTrees(context: ReadContext): readonly YamlNode[] {
  const held = holdRows(context);
  const trees = held && readAroundRows(held, context);
  return trees ?? treesOf(context);
}

function treesOf(context: ReadContext): readonly YamlNode[] {
  return parseDocuments(context).flatMap((document) => buildTree(document, context) ?? []);
}

/**
 * The documents with the rows that were held back. Null where anything is wrong or a row was not what it seemed, as in a
 * text over several lines: then the parser reads the source as it is.
 */
function readAroundRows({ text, rows, tokens }: HeldRows, context: ReadContext): readonly YamlNode[] | null {
  const report = createReport({ strict: true });
  const { limits, source } = context;
  const around = {
    ...context,
    report,
    source: { ...source, text },
    // A row is a level deeper than what stands for it.
    limits: { ...limits, tokens: limits.tokens - tokens, depth: limits.depth - 1 },
  };
  const taken = new Set<number>();
  const trees = parseDocuments(around).flatMap(
    (document) =>
      buildTree(document, around, (at) => {
        const row = rows.get(at.start);
        if (row !== undefined) taken.add(at.start);
        return row ?? null;
      }) ?? [],
  );
  return report.hasErrors() || taken.size < rows.size ? null : trees;
}
