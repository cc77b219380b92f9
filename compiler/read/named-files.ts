import type { Source } from '../diagnostics/position.ts';
import { createReport } from '../diagnostics/report.ts';
import { resolvePath } from './data-file.ts';
import { isDeclarationFile, isRowsFile } from './data-file-names.ts';
import { DEFAULT_READ_LIMITS } from './limits.ts';
import { readTrees } from './read-trees.ts';
import { createTally } from './tally.ts';
import type { YamlNode } from './yaml-node.ts';

/** Sections whose elements may keep their rows in a file of their own. */
const SECTIONS = ['relations', 'tables'];

/**
 * Paths of the files that a source names by `file:` or `input:`, relative to the ruleset's folder. Problems with them are reported when
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
  const input = document.entries.get('input')?.value;
  return [
    ...(input?.kind === 'scalar' && isDeclarationFile(input.scalar.text) ? [input.scalar.text] : []),
    ...SECTIONS.flatMap((section) => elementsOf(document.entries.get(section)?.value).flatMap(nameOf)),
  ];
}

/** Elements of a list, or of a map by their names. */
function elementsOf(section: YamlNode | undefined): readonly YamlNode[] {
  if (section?.kind === 'list') return section.items;
  return section?.kind === 'map' ? [...section.entries.values()].map(({ value }) => value) : [];
}

function nameOf(element: YamlNode): readonly string[] {
  const file = element.kind === 'map' ? element.entries.get('file')?.value : undefined;
  return file?.kind === 'scalar' && isRowsFile(file.scalar.text) ? [file.scalar.text] : [];
}
