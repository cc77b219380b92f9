import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Document } from '../documents/document.ts';

/** Sorts of names. A relation is a template of rows, and its columns are slots. */
type NameSort =
  | 'template'
  | 'slot'
  | 'alias'
  | 'variable'
  | 'module'
  | 'function'
  | 'hierarchy'
  | 'constant'
  | 'definition'
  | 'rule'
  | 'member';

/** One place where a name is written. Equal ids mean one binding: the spelling alone never decides. */
export interface Occurrence {
  readonly id: string;
  readonly sort: NameSort;
  readonly name: string;
  readonly document: Document;
  /** Of the name alone, without `$`, `?` and quotes. */
  readonly start: number;
  readonly end: number;
  readonly isDefinition: boolean;
}

/** Every name of a ruleset: in its files, its suites and its tables of rows. */
export interface NameIndex {
  readonly byId: ReadonlyMap<string, readonly Occurrence[]>;
  /** The occurrences in a document, from its start to its end. */
  readonly inDocument: (document: Document) => readonly Occurrence[];
  readonly at: (document: Document, offset: number) => Occurrence | null;
  /** Templates of the aliases of a rule, by the id of the alias. */
  readonly templateOf: ReadonlyMap<string, string>;
}

/** Takes names while the files of a ruleset are walked. */
export interface Collector {
  readonly add: (sort: NameSort, id: string, name: string, at: Span, isDefinition?: boolean) => void;
  /** As `add`, for a part of the file that is found by its offsets. */
  readonly addAt: (
    sort: NameSort,
    id: string,
    name: string,
    document: Document,
    start: number,
    isDefinition?: boolean,
  ) => void;
  readonly setTemplate: (aliasId: string, template: string) => void;
  readonly index: () => NameIndex;
}

export function createCollector(byPath: ReadonlyMap<string, Document>): Collector {
  const found = new Map<string, Occurrence>();
  const templateOf = new Map<string, string>();
  const addAt: Collector['addAt'] = (sort, id, name, document, start, isDefinition = false) => {
    const key = `${document.key}\n${start}`;
    const known = found.get(key);
    // A place can be added again by what a use implies: the first meaning counts, unless the place defines the name.
    if (known !== undefined && (known.isDefinition || !isDefinition)) return;
    found.set(key, { id, sort, name, document, start, end: start + name.length, isDefinition });
  };
  return {
    addAt,
    add(sort, id, name, at, isDefinition) {
      const document = byPath.get(at.file);
      if (document === undefined || name === '') return;
      const written = document.text.slice(at.start, at.end);
      const within = written === name ? 0 : wordIn(written, name);
      if (within !== -1) addAt(sort, id, name, document, at.start + within, isDefinition);
    },
    setTemplate: (id, template) => void templateOf.set(id, template),
    index() {
      const all = [...found.values()].sort((a, b) => a.start - b.start);
      const byId = new Map<string, Occurrence[]>();
      const byDocument = new Map<Document, Occurrence[]>();
      for (const one of all) {
        const same = byId.get(one.id);
        if (same === undefined) byId.set(one.id, [one]);
        else same.push(one);
        const own = byDocument.get(one.document) ?? [];
        byDocument.set(one.document, own);
        own.push(one);
      }
      const inDocument = (document: Document): readonly Occurrence[] => byDocument.get(document) ?? [];
      return {
        byId,
        templateOf,
        inDocument,
        at: (document, offset) =>
          inDocument(document).find(({ start, end }) => start <= offset && offset <= end) ?? null,
      };
    },
  };
}

/** The offset of a name as a whole word in the text around it; -1 if it is written otherwise. */
function wordIn(written: string, name: string): number {
  for (let at = written.indexOf(name); at !== -1; at = written.indexOf(name, at + 1)) {
    const [before, after] = [written[at - 1] ?? ' ', written[at + name.length] ?? ' '];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return -1;
}
