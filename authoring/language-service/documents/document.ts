import type { PositionEncoding, Range } from '../protocol/types.ts';
import { createLines, type Lines } from './lines.ts';

/** `ruleset`: YAML that the compiler reads; `rows`: a CSV table; `data`: other JSON. */
type DocumentKind = 'ruleset' | 'suite' | 'graph' | 'rows' | 'data';

/** One version of a text. Never changes: an edit makes another one. */
export interface Document {
  /** As the client writes it, if it has opened the document. */
  readonly uri: string;
  /** Canonical form of the address: equal for every way to write it. */
  readonly key: string;
  /** `null` for a file that is not open. */
  readonly version: number | null;
  readonly kind: DocumentKind;
  readonly text: string;
  readonly lines: Lines;
}

/** A change of the protocol: a part of the text, or all of it. */
export interface ContentChange {
  readonly range?: Range;
  readonly text: string;
}

interface DocumentParts {
  readonly uri: string;
  readonly key: string;
  readonly version: number | null;
  readonly text: string;
}

export function createDocument(parts: DocumentParts, encoding: PositionEncoding): Document {
  let lines: Lines | null = null;
  return {
    ...parts,
    kind: kindOf(parts.key),
    get lines() {
      return (lines ??= createLines(parts.text, encoding));
    },
  };
}

/** The text after some changes, each of which is seen from the one before. */
export function applyChanges(
  document: Document,
  changes: readonly ContentChange[],
  encoding: PositionEncoding,
): string {
  let { text, lines } = document;
  for (const [i, { range, text: inserted }] of changes.entries()) {
    if (range === undefined) text = inserted;
    else {
      const [start, end] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
      text = text.slice(0, Math.min(start, end)) + inserted + text.slice(Math.max(start, end));
    }
    if (i < changes.length - 1) lines = createLines(text, encoding);
  }
  return text;
}

/** The kind of a file, by the same names as on the command line. */
function kindOf(key: string): DocumentKind {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  if (name === 'cases.json' || /\.test\.ya?ml$/i.test(name)) return 'suite';
  if (/\.csv$/i.test(name)) return 'rows';
  if (/\.json$/i.test(name)) return 'data';
  if (/\.ya?ml$/i.test(name) && parts.at(-2) === 'graphs') return 'graph';
  return 'ruleset';
}
