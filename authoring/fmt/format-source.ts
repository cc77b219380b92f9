/**
 * One layout for rulesets: two spaces per level, flow collections on one line if they fit, each row of a table on one
 * line, at most one empty line. Scalars stay as they are written, except `&&`, `||` and `!` in conditions; every comment
 * stays.
 */
import {
  isCollection,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Document,
  type Scalar,
  type Tags,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';
import { WIDTH } from './width.ts';
import { commentsOf } from './comments.ts';
import { readTree, sameTree } from './read-tree.ts';
import { writeWords } from './words.ts';

type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** Its YAML is broken. */
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[] }
  /** Its layout carries more than a formatter may touch. */
  | { readonly kind: 'kept' };

/** Key of the rows of a table or a relation. */
const ROWS = 'rows';
/** Formatting may move a comment to where the next pass moves it on; more passes than this were never needed. */
const MOST_PASSES = 4;

/**
 * Formats the text of one file. What comes out reads the same to the compiler, has the same comments, and is not changed by
 * formatting it again; a text of which that cannot be had is kept as it is.
 */
export function formatSource(source: Source): Formatted {
  const before = readTree(source);
  if (!before.ok) return { kind: 'broken', diagnostics: before.diagnostics };
  const text = settle(source.text);
  if (text === null) return { kind: 'kept' };
  const after = readTree({ path: source.path, text });
  const same =
    after.ok &&
    after.documents.length === before.documents.length &&
    after.documents.every((document, i) => sameTree(document, before.documents[i] ?? null)) &&
    String(commentsOf(text)) === String(commentsOf(source.text));
  return same ? { kind: 'formatted', text } : { kind: 'kept' };
}

/** The text that formatting leads to and stays with; null when it never stays. */
function settle(text: string): string | null {
  let last = text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = layOut(last);
    if (next === last) return next;
    last = next;
  }
  return null;
}

function layOut(text: string): string {
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const documents = parseLayout(source);
  // A file of comments alone is not a document.
  if (documents.length === 0) return source.replace(/\s*$/, '\n').replace(/^\n$/, '');
  documents.forEach(writeWords);
  return layoutText(documents);
}

/** The documents of a text with their comments, each scalar as it is written; none for a text of comments alone. */
export function parseLayout(source: string): readonly Document.Parsed[] {
  const documents = parseAllDocuments(source, {
    // Without types: a number is its text.
    schema: 'failsafe',
    version: '1.2',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    resolveKnownTags: false,
    customTags: (tags) => tags.map((tag) => asWritten(tag, source)),
  });
  return Array.isArray(documents) ? documents : [];
}

export const layoutText = (documents: readonly Document[]): string => documents.map(documentText).join('');

function documentText(document: Document, i: number): string {
  const rows = rowsOf(document);
  visit(document, { Collection: (_, collection) => layOutFlow(collection, rows.has(collection)) });
  const text = document.toString({
    lineWidth: WIDTH,
    indent: 2,
    indentSeq: true,
  });
  if (i === 0) return text;
  // Directives end the document before them.
  if (text.startsWith('%')) return `...\n${text}`;
  return text.startsWith('---') ? text : `---\n${text}`;
}

/** The rows of tables and relations, with the collections inside them. */
function rowsOf(document: Document): ReadonlySet<unknown> {
  const rows = new Set<unknown>();
  const addWhole = (node: unknown): void => {
    if (isCollection(node)) visit(node, { Collection: (_, collection) => void rows.add(collection) });
  };
  visit(document, {
    Pair(_, { key, value }) {
      const isRows = isScalar(key) && key.value === ROWS && isSeq(value);
      if (isRows) value.items.forEach(addWhole);
    },
  });
  return rows;
}

/**
 * Maps have blanks inside their braces, lists none inside their brackets; the library knows one setting for both. A row
 * stays on one line, however long: its cells are read across, and the columns down.
 */
function layOutFlow(collection: YAMLMap | YAMLSeq, isRow: boolean): void {
  const { toString } = collection;
  const padding = isSeq(collection) ? '' : ' ';
  collection.toString = (context, ...rest) => {
    if (context === undefined) return toString.call(collection, context, ...rest);
    const options = isRow ? { ...context.options, lineWidth: 0 } : context.options;
    return toString.call(collection, { ...context, options, flowCollectionPadding: padding }, ...rest);
  };
}

/** The tag of texts, but a text on one line is written verbatim. */
function asWritten(tag: Tags[number], source: string): Tags[number] {
  if (typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:str' || tag.stringify === undefined)
    return tag;
  const { stringify } = tag;
  return {
    ...tag,
    stringify(item, context, onComment, onChompKeep) {
      const wide = { ...context, options: { ...context.options, lineWidth: 0 } };
      const { range } = item as Scalar;
      if (!range) return stringify(item, wide, onComment, onChompKeep);
      const written = source.slice(range[0], range[1]);
      // A scalar that was moved into a flow collection.
      const isForeign =
        context.inFlow === true && (!isFlow(item as Scalar) || isBareList(item as Scalar, written));
      if (isForeign) return stringify(item, wide, onComment, onChompKeep);
      if (isFlow(item as Scalar) && !written.includes('\n')) return written;
      const block = blockAsWritten(written, context.indent);
      if (block !== null) return block;
      return stringify(item, wide, onComment, onChompKeep);
    },
  };
}

/**
 * A literal or folded block with its lines as they are, at another depth. Null where that is not all there is to it: a
 * comment or an indentation in its head, lines kept at its end, or blanks that would come to count.
 */
function blockAsWritten(written: string, indent: string): string | null {
  const [head = '', ...rest] = written.split('\n');
  while (rest.at(-1)?.trim() === '') rest.pop();
  const first = rest[0];
  if (!/^[|>]-?$/.test(head) || first === undefined || indent === '') return null;
  const depth = first.search(/\S/);
  const isClean = rest.every((line) => line === '' || line.search(/\S/) >= depth);
  if (depth <= 0 || !isClean) return null;
  return [head, ...rest.map((line) => (line === '' ? '' : indent + line.slice(depth)))].join('\n');
}

const isBareList = ({ type }: Scalar, written: string): boolean =>
  type === 'PLAIN' && /[,[\]{}]/.test(written);

function isFlow({ type }: Scalar): boolean {
  return type === 'PLAIN' || type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE';
}
