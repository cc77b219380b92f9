/** Exports of source files and the files that take them, read from their text. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const DECLARED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}(?! from)/gm;
/** `import … from`, `export … from` and `import('…')`, also within a line. */
const FROM = /\b(?:import|export)\s+(?:type\s+)?([^;'"()]*?)\s+from\s+['"](\.[^'"]*)['"]/g;
const DYNAMIC = /\bimport\(\s*['"](\.[^'"]*)['"]\s*\)/g;
const EVERYTHING = '*';

/** Exports that no other file takes, as `path: name`. A file that is taken as a whole has none. */
export function exportsWithoutImporter(
  sources: readonly string[],
  importers: readonly string[],
): readonly string[] {
  const taken = new Map<string, Set<string>>();
  const take = (from: string, path: string, names: readonly string[]): void => {
    const file = normalize(join(dirname(from), path));
    taken.set(file, new Set([...(taken.get(file) ?? []), ...names]));
  };
  for (const file of importers) {
    const text = readFileSync(file, 'utf8');
    for (const [, what = '', path = ''] of text.matchAll(FROM)) take(file, path, namesIn(what));
    for (const [, path = ''] of text.matchAll(DYNAMIC)) take(file, path, [EVERYTHING]);
  }
  return sources.flatMap((file) => {
    const names = taken.get(file) ?? new Set();
    if (names.has(EVERYTHING)) return [];
    return exportedNames(file)
      .filter((name) => !names.has(name))
      .map((name) => `${file}: ${name}`);
  });
}

function namesIn(what: string): readonly string[] {
  const list = /\{([^}]*)\}/.exec(what)?.[1];
  if (list === undefined) return [EVERYTHING];
  return partsOf(list).map((part) => part.split(' as ')[0]!.trim());
}

function exportedNames(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = '']) =>
    partsOf(list).map((part) => part.split(' as ').at(-1)!.trim()),
  );
  return [...declared, ...listed];
}

const partsOf = (list: string): readonly string[] =>
  list
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '');
