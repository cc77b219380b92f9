import type { Span } from '../../../compiler/diagnostics/position.ts';
import { once } from '../documents/once.ts';
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
  | 'level'
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
  /** True where a rule gives a fact or a slot. */
  readonly isWrite: boolean;
  /** The rule or table that the place is in, as `module::name`; `null` outside of all. */
  readonly rule: string | null;
}

/** The use of a name at a place. */
type Role = 'definition' | 'read' | 'write';

/** Every name of a ruleset: in its files, its suites and its tables of rows. */
export interface NameIndex {
  /** The occurrences of an id in the order of their places. */
  readonly of: (id: string) => readonly Occurrence[];
  readonly byId: ReadonlyMap<string, readonly Occurrence[]>;
  /** The occurrences in a document, from its start to its end. */
  readonly inDocument: (document: Document) => readonly Occurrence[];
  readonly at: (document: Document, offset: number) => Occurrence | null;
  /** Templates of the aliases of a rule, by the id of the alias. */
  readonly templateOf: ReadonlyMap<string, string>;
}

/** Names of a part of a ruleset where they were when it was read, by their ids. */
export interface Piece {
  readonly byId: ReadonlyMap<string, readonly PieceName[]>;
  readonly templateOf: ReadonlyMap<string, string>;
}

/** A name of a piece. */
type PieceName = Omit<Occurrence, 'document' | 'id' | 'rule'> & { readonly file: string };

/** A piece, and how far its file's text moved it since. Names in other files stay where they are. */
export interface PlacedPiece {
  readonly piece: Piece;
  /** `null` for a piece that moves in none. */
  readonly file: string | null;
  readonly shift: number;
  /** The rule or table that it is; `null` for any other piece. */
  readonly rule: string | null;
}

/** Takes names while a part of a ruleset is walked. */
export interface Collector {
  readonly add: (sort: NameSort, id: string, name: string, at: Span, role?: Role) => void;
  /** As `add`, for a part of the file that is found by its offsets. */
  readonly addAt: (
    sort: NameSort,
    id: string,
    name: string,
    file: string,
    start: number,
    role?: Role,
  ) => void;
  /** True if a name of the id was taken already. */
  readonly has: (id: string) => boolean;
  /** The text that a place has in its file. */
  readonly textAt: (at: Span) => string;
  readonly setTemplate: (aliasId: string, template: string) => void;
  readonly piece: () => Piece;
}

export function createCollector(byPath: ReadonlyMap<string, Document>): Collector {
  const found = new Map<string, PieceName & { readonly id: string }>();
  const templateOf = new Map<string, string>();
  const ids = new Set<string>();
  const addAt: Collector['addAt'] = (sort, id, name, file, start, role = 'read') => {
    ids.add(id);
    const key = `${file}\n${start}`;
    const known = found.get(key);
    const isDefinition = role === 'definition';
    // A place can be added again by what a use implies: the first meaning counts, unless the place defines the name.
    if (known !== undefined && (known.isDefinition || !isDefinition)) return;
    const end = start + name.length;
    found.set(key, { id, sort, name, file, start, end, isDefinition, isWrite: role === 'write' });
  };
  return {
    addAt,
    add(sort, id, name, at, role) {
      const document = byPath.get(at.file);
      if (document === undefined || name === '') return;
      const written = document.text.slice(at.start, at.end);
      const within = written === name ? 0 : wordIn(written, name);
      if (within !== -1) addAt(sort, id, name, at.file, at.start + within, role);
    },
    has: (id) => ids.has(id),
    textAt: ({ file, start, end }) => byPath.get(file)?.text.slice(start, end) ?? '',
    setTemplate: (id, template) => void templateOf.set(id, template),
    piece() {
      const byId = new Map<string, PieceName[]>();
      for (const { id, ...one } of found.values()) {
        const same = byId.get(id);
        if (same === undefined) byId.set(id, [one]);
        else same.push(one);
      }
      return { byId, templateOf };
    },
  };
}

/** The names of all pieces. What a request does not ask for is not looked at: most ask for one id or one document. */
export function createIndex(
  pieces: readonly PlacedPiece[],
  byPath: ReadonlyMap<string, Document>,
): NameIndex {
  const place = (id: string, name: PieceName, { file, shift, rule }: PlacedPiece): Occurrence | null => {
    const document = byPath.get(name.file);
    if (document === undefined) return null;
    const by = name.file === file ? shift : 0;
    const { sort, name: written, isDefinition, isWrite } = name;
    return {
      id,
      sort,
      name: written,
      document,
      start: name.start + by,
      end: name.end + by,
      isDefinition,
      isWrite,
      rule,
    };
  };
  const placed = (id: string, names: readonly PieceName[], piece: PlacedPiece): readonly Occurrence[] =>
    names.flatMap((name) => place(id, name, piece) ?? []);
  // An alias of YAML leads two pieces to one place: the first meaning counts, unless a later one defines the name.
  const documents = once(() => {
    const byStart = new Map<Document, Map<number, Occurrence>>();
    for (const piece of pieces)
      for (const [id, names] of piece.piece.byId)
        for (const one of placed(id, names, piece)) {
          const own = byStart.get(one.document) ?? new Map<number, Occurrence>();
          byStart.set(one.document, own);
          const known = own.get(one.start);
          if (known === undefined || isBefore(one, known)) own.set(one.start, one);
        }
    return new Map([...byStart].map(([document, own]) => [document, [...own.values()].sort(byPlace)]));
  });
  const all = once(() => {
    const byId = new Map<string, Occurrence[]>();
    for (const one of [...documents().values()].flat().sort(byPlace)) {
      const same = byId.get(one.id);
      if (same === undefined) byId.set(one.id, [one]);
      else same.push(one);
    }
    return byId;
  });
  const templates = once(() => new Map(pieces.flatMap(({ piece }) => [...piece.templateOf])));
  const inDocument = (document: Document): readonly Occurrence[] => documents().get(document) ?? [];
  return {
    of(id) {
      const found = pieces.flatMap((one) => {
        const names = one.piece.byId.get(id);
        return names === undefined ? [] : placed(id, names, one);
      });
      return [...new Map(found.map((one) => [placeOf(one), one])).values()].sort(byPlace);
    },
    get byId() {
      return all();
    },
    get templateOf() {
      return templates();
    },
    inDocument,
    at(document, offset) {
      let found: Occurrence | null = null;
      for (const piece of pieces)
        for (const [id, names] of piece.piece.byId)
          for (const name of names) {
            const from = offset - (name.file === piece.file ? piece.shift : 0);
            if (from < name.start || from > name.end || byPath.get(name.file) !== document) continue;
            const one = place(id, name, piece);
            if (one !== null && (found === null || isBefore(one, found))) found = one;
          }
      return found;
    },
  };
}

/** Equal for occurrences at one place. */
export const placeOf = ({ document, start }: Occurrence): string => `${document.key}\n${start}`;

/** True if an occurrence takes the place of one that was found before. */
const isBefore = (one: Occurrence, known: Occurrence): boolean =>
  one.start < known.start || (one.start === known.start && one.isDefinition && !known.isDefinition);

const byPlace = (one: Occurrence, other: Occurrence): number => one.start - other.start;

/** The offset of a name as a whole word in the text around it; -1 if it is written otherwise. */
function wordIn(written: string, name: string): number {
  for (let at = written.indexOf(name); at !== -1; at = written.indexOf(name, at + 1)) {
    const [before, after] = [written[at - 1] ?? ' ', written[at + name.length] ?? ' '];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return -1;
}
