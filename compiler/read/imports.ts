import type { Located } from '../syntax.ts';
import type { Source } from '../diagnostics/position.ts';
import { createReport, type Report } from '../diagnostics/report.ts';
import { isDataFile } from './data-file-names.ts';
import { readFilledList, readText } from './fields.ts';
import { DEFAULT_READ_LIMITS } from './limits.ts';
import { readTrees } from './read-trees.ts';
import { isSettings } from './settings-folder.ts';
import { createTally } from './tally.ts';

/** An import as it is written, in the file that it is in. */
export type ImportSyntax = Located<string>;

/**
 * The path of what a file imports, from the folder of the ruleset on: `..` in front where it is outside of that. Null for
 * paths that imports must not name: absolute paths, hidden files and folders, graphs, tests, and files that are not YAML.
 */
export function importedPath(from: string, to: string): string | null {
  if (to === '' || to.length > 1024 || /[\\\p{Cc}]|^[A-Za-z]:|^\//u.test(to)) return null;
  const parts = from.split('/').slice(0, -1);
  const named = to.split('/').filter((part) => part !== '' && part !== '.');
  for (const part of named) {
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push('..');
  }
  const own = parts.filter((part) => part !== '..');
  if (own.some((part) => part.startsWith('.') || part === 'graphs')) return null;
  const last = own.at(-1) ?? '';
  if (/\.test\.ya?ml$/i.test(last) || (/\.[A-Za-z]+$/.test(last) && !/\.ya?ml$/.test(last))) return null;
  return parts.join('/');
}

/** Paths that a source imports, relative to the ruleset's folder. Problems with them are reported when the ruleset is read. */
export function importsOf(source: Source): readonly string[] {
  const context = {
    source,
    report: createReport(),
    limits: DEFAULT_READ_LIMITS,
    files: new Map<string, Source>(),
    tally: createTally(),
  };
  const names = readTrees(context).flatMap((tree) => {
    const list = tree.kind === 'map' ? (tree.entries.get('imports')?.value ?? null) : null;
    return readFilledList(list, context, readText);
  });
  return [...new Set(names.flatMap(({ value }) => importedPath(source.path, value) ?? []))];
}

/** True if a path is the imported one, or below it. */
function isBelow(path: string, imported: string): boolean {
  return path === imported || imported === '' || path.startsWith(`${imported}/`);
}

interface Edge {
  readonly at: ImportSyntax['at'];
  readonly to: readonly string[];
}

/** Reports imports of missing sources, and circular imports. */
export function checkImports(
  imports: readonly ImportSyntax[],
  sources: readonly Source[],
  report: Report,
): void {
  if (imports.length === 0) return;
  const paths = sources.map(({ path }) => path).filter((path) => !isDataFile(path) && !isSettings(path));
  const edges = new Map<string, Edge[]>();
  for (const { value, at } of imports) {
    const imported = importedPath(at.file, value);
    // Above the ruleset's folder is the root at most: what begins there is among the sources by its own name.
    const to = imported === null ? [] : paths.filter((path) => isWithin(path, imported));
    if (to.length === 0) report.add('unknown-import', at, { name: value });
    const known = edges.get(at.file) ?? [];
    edges.set(at.file, known);
    known.push({ at, to });
  }
  reportCycles(edges, report);
}

/** A folder around the ruleset's own holds all of that too. */
function isWithin(path: string, imported: string): boolean {
  if (!/^(?:\.\.\/)*\.\.$/.test(imported)) return isBelow(path, imported);
  const up = imported.split('/').length;
  return path.split('/').filter((part) => part === '..').length <= up;
}

function reportCycles(edges: ReadonlyMap<string, readonly Edge[]>, report: Report): void {
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (done.has(file)) return;
    for (const { at, to } of edges.get(file) ?? []) {
      for (const next of to) {
        const back = [...trail, file].indexOf(next);
        if (back === -1) visit(next, [...trail, file]);
        else {
          const path = [...[...trail, file].slice(back), next].join(' → ');
          report.add('import-cycle', at, { path });
          break;
        }
      }
    }
    done.add(file);
  };
  for (const file of edges.keys()) visit(file, []);
}
