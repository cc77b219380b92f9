import type { KindCount } from './fuzz.ts';

const HEADER = ['kind', 'mutants', 'errors', 'with advice', 'same', 'different'];

/** The figures as a table: a line per kind of slip, and one for all. */
export function writeFigures(kinds: ReadonlyMap<string, KindCount>): string {
  const lines = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => lineOf(kind, count));
  const sum = (key: keyof KindCount): number =>
    [...kinds.values()].reduce((total, count) => total + count[key], 0);
  const all = {
    mutants: sum('mutants'),
    errors: sum('errors'),
    advised: sum('advised'),
    same: sum('same'),
    different: sum('different'),
  };
  const rows = [HEADER, ...lines, lineOf('all', all)];
  const widths = HEADER.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

function lineOf(kind: string, { mutants, errors, advised, same, different }: KindCount): readonly string[] {
  return [kind, ...[mutants, errors, advised, same, different].map(String)];
}
