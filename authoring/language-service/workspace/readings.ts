import type { Source } from '../../../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../../../compiler/diagnostics/report.ts';
import { isSettings } from '../../../compiler/read/settings-folder.ts';
import type { Document } from '../documents/document.ts';
import { readFile, type FileReading } from './read-file.ts';
import { readParts, type ReadPart } from './read-parts.ts';

/** Everything that a reading depends on beside its document. */
interface HowRead {
  readonly path: string;
  readonly files: ReadonlyMap<string, Source>;
  /** The documents of `files`. */
  readonly data: readonly Document[];
  readonly options: ReportOptions;
}

/** Readings of documents, each made once. */
export interface Readings {
  readonly read: (document: Document, how: HowRead) => FileReading;
  /** Readings for other texts, which use up none of these. */
  readonly fork: () => Readings;
}

interface Made {
  readonly data: readonly Document[];
  readonly reading: FileReading;
}

/** The newest reading of a file by its parts: the next one moves them, so this one is forgotten then. */
interface Newest {
  readonly owner: Document;
  readonly data: readonly Document[];
  readonly parts: readonly ReadPart[];
}

type ByDocument = WeakMap<Document, Map<string, Made>>;

export function createReadings(made: ByDocument = new WeakMap()): Readings {
  const newest = new Map<string, Newest>();
  const make = (document: Document, basis: string, { path, files, data, options }: HowRead): FileReading => {
    const source = { path, text: document.text };
    const key = `${document.key}\n${basis}`;
    const before = newest.get(key);
    if (before !== undefined) made.get(before.owner)?.delete(basis);
    newest.delete(key);
    const isUsable = before !== undefined && isSame(before.data, data);
    const byParts = isSettings(path) ? null : readParts(source, files, options, isUsable ? before.parts : []);
    if (byParts === null) return readFile(source, files, options);
    newest.set(key, { owner: document, data, parts: byParts.parts });
    return byParts;
  };
  return {
    read(document, how) {
      const basis = JSON.stringify([how.path, how.options]);
      const own = made.get(document) ?? new Map<string, Made>();
      made.set(document, own);
      const known = own.get(basis);
      if (known !== undefined && isSame(known.data, how.data)) return known.reading;
      const reading = make(document, basis, how);
      own.set(basis, { data: how.data, reading });
      return reading;
    },
    fork: () => createReadings(made),
  };
}

export function isSame(one: readonly Document[], other: readonly Document[]): boolean {
  return one.length === other.length && one.every((document, i) => document === other[i]);
}
