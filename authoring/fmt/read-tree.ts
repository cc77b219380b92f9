import type { Source } from '../../compiler/diagnostics/position.ts';
import { createReport, type Diagnostic } from '../../compiler/diagnostics/report.ts';
import { buildTree } from '../../compiler/read/build-tree.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { parseDocuments } from '../../compiler/read/parse-documents.ts';
import { utf8Length } from '../../compiler/read/read-sources.ts';
import { checkCharacters } from '../../compiler/read/scalar.ts';
import type { YamlNode } from '../../compiler/read/yaml-node.ts';
import { createTally } from '../../compiler/read/tally.ts';
import { wordsOf } from './words.ts';

/** The documents of a source as the compiler sees them, or what is wrong with its YAML. */
type ReadTree =
  | { readonly ok: true; readonly documents: readonly (YamlNode | null)[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function readTree(source: Source): ReadTree {
  const report = createReport();
  if (utf8Length(source.text) > DEFAULT_READ_LIMITS.sourceBytes) {
    const bytes = utf8Length(source.text);
    const at = { file: source.path, start: 0, end: 0 };
    report.add('source-too-long', at, { bytes, limit: DEFAULT_READ_LIMITS.sourceBytes });
    return { ok: false, diagnostics: report.sorted() };
  }
  const context = {
    source,
    report,
    limits: DEFAULT_READ_LIMITS,
    files: new Map(),
    tally: createTally(),
  };
  checkCharacters(context);
  const documents = parseDocuments(context).map((document) => buildTree(document, context));
  return report.hasErrors() ? { ok: false, diagnostics: report.sorted() } : { ok: true, documents };
}

/** True if the compiler reads the same from both, regardless of position, and of whether conditions have signs or words. */
export function sameTree(a: YamlNode | null, b: YamlNode | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'map' && b.kind === 'map') {
    const others = [...b.entries];
    return (
      a.entries.size === others.length &&
      [...a.entries].every(([key, { value }], i) => {
        const [otherKey, other] = others[i] ?? [];
        return key === otherKey && other !== undefined && sameTree(value, other.value);
      })
    );
  }
  if (a.kind === 'list' && b.kind === 'list') {
    return (
      a.items.length === b.items.length && a.items.every((item, i) => sameTree(item, b.items[i] ?? null))
    );
  }
  if (a.kind !== 'scalar' || b.kind !== 'scalar') return false;
  // Quoting distinguishes names from texts; the folding of a block does not.
  return (
    (a.style === 'plain') === (b.style === 'plain') &&
    a.scalar.kind === b.scalar.kind &&
    (a.scalar.text === b.scalar.text || wordsOf(a.scalar.text) === wordsOf(b.scalar.text))
  );
}
