import type { Report } from '../../diagnostics/report.ts';
import type { Located } from '../../syntax.ts';

/** The first of each name; every later one is an error that names the position of the first. */
export function uniqueNames<T extends { readonly name: Located<string> }>(
  kind: string,
  items: readonly T[],
  report: Report,
): readonly T[] {
  const first = new Map<string, T>();
  for (const item of items) {
    const earlier = first.get(item.name.value);
    if (earlier) {
      report.add('duplicate-name', item.name.at, { kind, name: item.name.value, file: earlier.name.at.file });
    } else {
      first.set(item.name.value, item);
    }
  }
  return [...first.values()];
}
