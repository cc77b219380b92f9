/** The imports of the source files, read from their text. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  readonly from: string;
  readonly to: string;
  /** Gone when the program runs. */
  readonly onlyTypes: boolean;
}

/** The folders of sources, each of which imports those above it. */
export const ROOMS = [
  'runtime',
  'compiler',
  'library',
  'store',
  'evidence',
  'authoring',
  'clients',
  'agents',
  'server',
  'cli',
  'entries',
  'studio',
  'tools',
];

const STATEMENT = /^(?:import|export)\s+(type\s+)?(\{[^}]*\}|\*[^;{]*?|\w+)\s+from\s+'(\.[^']*)';/gm;

/** Paths of the TypeScript files under a folder. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Imports between the files of some folders. */
export function importsOf(...folders: readonly string[]): readonly Import[] {
  return folders.flatMap(sourceFiles).flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(STATEMENT)].map(([, type, names = '', path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
      onlyTypes: type !== undefined || namesTypesOnly(names),
    })),
  );
}

function namesTypesOnly(names: string): boolean {
  const parts = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(',') ?? [];
  const named = parts.map((part) => part.trim()).filter((part) => part !== '');
  return named.length > 0 && named.every((part) => part.startsWith('type '));
}

/** The first way found from a file back to itself, or null. */
export function findCycle(imports: readonly Import[]): readonly string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): readonly string[] | null => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (done.has(file)) return null;
    path.push(file);
    for (const to of next.get(file) ?? []) {
      const found = visit(to);
      if (found !== null) return found;
    }
    path.pop();
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const found = visit(file);
    if (found !== null) return found;
  }
  return null;
}
