import type { Source } from '../diagnostics/position.ts';
import { createReport } from '../diagnostics/report.ts';
import { isDataFile, resolvePath } from './data-file.ts';
import { DEFAULT_READ_LIMITS } from './limits.ts';
import { readTrees } from './read-trees.ts';
import { createTally } from './tally.ts';
import type { YamlNode } from './yaml-node.ts';

/** Sections whose elements may keep their rows in a file of their own. */
const SECTIONS = ['relations', 'tables'];

/**
 * Paths of the files that a source names by `file:`, relative to the ruleset's folder. Problems with them are reported when
 * the ruleset is read.
 */
export function namedFiles(source: Source): readonly string[] {
  const context = {
    source,
    report: createReport(),
    limits: DEFAULT_READ_LIMITS,
    files: new Map<string, Source>(),
    tally: createTally(),
  };
  const names = readTrees(context).flatMap(namesIn);
  return [...new Set(names)].flatMap((name) => resolvePath(source.path, name) ?? []);
}

function namesIn(document: YamlNode): readonly string[] {
  if (document.kind !== 'map') return [];
  return SECTIONS.flatMap((section) => {
    const list = document.entries.get(section)?.value;
    return list?.kind === 'list' ? list.items.flatMap(nameOf) : [];
  });
}

function nameOf(element: YamlNode): readonly string[] {
  const file = element.kind === 'map' ? element.entries.get('file')?.value : undefined;
  return file?.kind === 'scalar' && isDataFile(file.scalar.text) ? [file.scalar.text] : [];
}
