import { jsonText } from '../../runtime/values/json-text.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import { escapeReordering } from '../../library/escape-reordering.ts';
import type { Path } from '../../library/suite/suite.ts';

/** A value as JSON, on one line, in which offsets can be traced to parts of the value. */
export interface LocatedJson {
  readonly text: string;
  /** Path of the innermost part at an offset. */
  readonly pathAt: (offset: number) => Path;
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly path: Path;
}

/** @param value JSON, with numbers as texts */
export function locatedJson(value: unknown): LocatedJson {
  const parts: Part[] = [];
  let text = '';
  const write = (one: unknown, path: Path): void => {
    const start = text.length;
    if (Array.isArray(one)) writeAll('[', ']', [...one.entries()], path);
    else if (typeof one === 'object' && one !== null && !(one instanceof NumberText))
      writeAll('{', '}', Object.entries(one), path);
    else text += escapeReordering(jsonText(one) ?? 'null');
    parts.push({ start, end: text.length, path });
  };
  const writeAll = (
    opener: string,
    closer: string,
    entries: readonly (readonly [string | number, unknown])[],
    path: Path,
  ): void => {
    text += opener;
    for (const [i, [key, item]] of entries.entries()) {
      const start = text.length;
      if (typeof key === 'string') text += `${escapeReordering(JSON.stringify(key))}: `;
      write(item, [...path, key]);
      // The key belongs to its member.
      parts.push({ start, end: text.length, path: [...path, key] });
      if (i < entries.length - 1) text += ', ';
    }
    text += closer;
  };
  write(value, []);
  return {
    text,
    pathAt: (offset) =>
      parts
        .filter(({ start, end }) => start <= offset && offset < end)
        .reduce<Path>((best, { path }) => (path.length > best.length ? path : best), []),
  };
}
