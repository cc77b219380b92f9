/** Walls between folders, and what crosses them. The checks take any graph of imports, so that tests can plant violations. */
import { findCycle, ROOMS, type Import } from './imports.ts';

/** Imports that a folder may make from its neighbours. */
export interface Wall {
  readonly values: readonly string[];
  /** Beyond those: what it may name only as types. */
  readonly types: readonly string[];
}

const before = (room: string, but: readonly string[] = []): readonly string[] =>
  ROOMS.slice(0, ROOMS.indexOf(room)).filter((name) => !but.includes(name));

/** The rooms: each may import those before it, with these exceptions. */
export const TOP: Readonly<Record<string, Wall>> = {
  ...Object.fromEntries(ROOMS.map((room) => [room, { values: before(room), types: [] }])),
  // Values of `runtime/values` only: a test holds both to that folder.
  compiler: { values: ['runtime'], types: [] },
  clients: { values: ['runtime'], types: before('clients') },
  // It runs in a browser.
  studio: { values: ['runtime', 'compiler', 'library', 'authoring'], types: [] },
};

/** Unused permissions of a table, as `from: to`; for a value that only types cross, `from: to (only types)`. */
export function unused(
  imports: readonly Import[],
  table: Readonly<Record<string, Wall>>,
  levelOf: (path: string) => string | null,
): readonly string[] {
  const made = imports.map(({ from, to, onlyTypes }) => ({
    own: levelOf(from),
    other: levelOf(to),
    onlyTypes,
  }));
  const has = (from: string, to: string, isEither: boolean): boolean =>
    made.some(({ own, other, onlyTypes }) => own === from && other === to && (isEither || !onlyTypes));
  return Object.entries(table).flatMap(([from, { values, types }]) => [
    ...values.flatMap((to) => {
      if (has(from, to, false)) return [];
      return has(from, to, true) ? [`${from}: ${to} (only types)`] : [`${from}: ${to}`];
    }),
    ...types.filter((to) => !has(from, to, true)).map((to) => `${from}: ${to}`),
  ]);
}

/** Imports that no table allows, as `from imports to`. `levelOf` gives the row of a path, or null if it is not of the level. */
export function crossings(
  imports: readonly Import[],
  table: Readonly<Record<string, Wall>>,
  levelOf: (path: string) => string | null,
): readonly string[] {
  return imports.flatMap(({ from, to, onlyTypes }) => {
    const [own, other] = [levelOf(from), levelOf(to)];
    if (own === null || other === null || own === other) return [];
    const wall = table[own];
    const isAllowed = wall?.values.includes(other) || (onlyTypes && wall?.types.includes(other));
    return isAllowed ? [] : [`${from} imports ${to}`];
  });
}

/** The first circle of values between the entries of each folder, its files and folders; one line per folder. */
export function folderCircles(imports: readonly Import[]): readonly string[] {
  const values = imports.filter(({ onlyTypes }) => !onlyTypes);
  const folders = new Set(values.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]));
  return [...folders].sort().flatMap((folder) => {
    const inside = folder === '' ? '' : `${folder}/`;
    const entryOf = (path: string): string => path.slice(inside.length).split('/')[0] ?? '';
    const among = values
      .filter(({ from, to }) => from.startsWith(inside) && to.startsWith(inside))
      .map(({ from, to }): Import => ({ from: entryOf(from), to: entryOf(to), onlyTypes: false }))
      .filter(({ from, to }) => from !== to);
    const cycle = findCycle(among);
    return cycle === null ? [] : [`${folder}: ${cycle.join(' > ')}`];
  });
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i).join('/')).concat(parts.join('/'));
}
