/** Reads a file part by part: those whose text did not change are taken as they were read, and only moved. */
import type { Source, Span } from '../../../compiler/diagnostics/position.ts';
import { createReport, type Diagnostic, type ReportOptions } from '../../../compiler/diagnostics/report.ts';
import { createDraft, readDocument } from '../../../compiler/read/document.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readTrees } from '../../../compiler/read/read-trees.ts';
import { checkCharacters } from '../../../compiler/read/scalar.ts';
import { createTally, type Tally } from '../../../compiler/read/tally.ts';
import type { WrittenGroupSyntax, WrittenSyntax } from '../../../compiler/short-syntax.ts';
import { movable, type Movable } from './movable.ts';
import { partsOf, type Part } from './parts.ts';
import type { FileReading } from './read-file.ts';
import { repair } from './repair.ts';

/** A part as it was read. INVARIANT: it follows from its text, but for the place that its spans were moved to. */
export interface ReadPart {
  readonly section: string;
  readonly head: string;
  readonly isStray: boolean;
  readonly text: string;
  readonly written: WrittenSyntax;
  readonly diagnostics: readonly Diagnostic[];
  /** From the first key to the end of the last value. */
  readonly at: Span;
  readonly tally: Tally;
  readonly isBroken: boolean;
  readonly place: Movable;
}

interface PartsReading extends FileReading {
  readonly parts: readonly ReadPart[];
}

/** Problems whose causes may be in another part: the file is read as a whole. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'yaml-alias-unknown',
  'yaml-alias-cycle',
  'too-many-aliases',
  'too-many-tokens',
]);
/** Entries after a broken one that may end what it begins. */
const MOST_JOINED = 3;

/**
 * @param before the parts of the text before, which are used up: their spans move
 * @returns `null` for a file that has to be read as a whole
 */
export function readParts(
  source: Source,
  files: ReadonlyMap<string, Source>,
  options: ReportOptions,
  before: readonly ReadPart[],
): PartsReading | null {
  const { text } = source;
  const parts = partsOf(text);
  if (parts === null) return null;
  const taken = takeKnown(parts, text, before);
  const read: { readonly part: Part; readonly reading: ReadPart }[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part === undefined) continue;
    let reading =
      taken[i] ?? readPart(part, copyOf(text.slice(part.start, part.end)), source.path, files, options);
    // Lines behind an entry that fit it are a part of it.
    if (part.isStray && !reading.isBroken) read.pop();
    else if (reading.isBroken && part.head !== '' && !part.isStray) {
      const joined = joinWithNext(parts, i, text, (more, whole) =>
        readPart(more, whole, source.path, files, options),
      );
      if (joined !== null) {
        reading = joined.reading;
        i = joined.last;
      }
    }
    if (!isOwn(part, reading)) return null;
    reading.place.moveTo(part.start - part.head.length);
    read.push({ part, reading });
  }
  if (isTooMuch(read.map(({ reading }) => reading.tally))) return null;
  return {
    parts: read.map(({ reading }) => reading),
    written: together(read),
    diagnostics: unique([
      ...charactersOf(source, options),
      ...read.flatMap(({ reading }) => reading.diagnostics),
    ]).sort((a, b) => a.at.start - b.at.start),
  };
}

function unique(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((one) => [identity(one), one])).values()];
}

/** The parts from the start and from the end whose texts are those of before. */
function takeKnown(
  parts: readonly Part[],
  text: string,
  before: readonly ReadPart[],
): readonly (ReadPart | undefined)[] {
  const taken = new Array<ReadPart | undefined>(parts.length);
  const isKnown = (part: Part | undefined, known: ReadPart | undefined): known is ReadPart =>
    part !== undefined &&
    known !== undefined &&
    known.section === part.section &&
    known.head === part.head &&
    known.isStray === part.isStray &&
    known.text.length === part.end - part.start &&
    text.startsWith(known.text, part.start);
  let first = 0;
  for (; isKnown(parts[first], before[first]); first++) taken[first] = before[first];
  for (let end = 1; end <= Math.min(parts.length, before.length) - first; end++) {
    const known = before[before.length - end];
    if (!isKnown(parts[parts.length - end], known)) break;
    taken[parts.length - end] = known;
  }
  return taken;
}

/** A text that does not keep the text alive that it was cut from. */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

function readPart(
  { section, head, isStray }: Part,
  text: string,
  path: string,
  files: ReadonlyMap<string, Source>,
  options: ReportOptions,
): ReadPart {
  const whole = head + text;
  const first = readAlone(whole, path, files, options);
  const isBroken = first.diagnostics.some(({ code }) => code === 'yaml-syntax');
  // A section as a whole may hold more than what is broken in it.
  const rest = isBroken && head === '' ? readAlone(repair(whole), path, files, options) : null;
  if (isBroken && isStray) return brokenPart(section, head, text, path, first);
  const told = new Set(first.diagnostics.map(identity));
  const others =
    rest?.diagnostics.filter((one) => one.code !== 'empty-key' && !told.has(identity(one))) ?? [];
  const { written, at, tally } = rest ?? first;
  const diagnostics = [...first.diagnostics, ...others];
  const read = { written, diagnostics, at };
  return { section, head, isStray, text, ...read, tally, isBroken, place: movable(read, path) };
}

/** Lines that belong to no entry: only why they do not. The entry before them is read by itself. */
function brokenPart(
  section: string,
  head: string,
  text: string,
  path: string,
  { diagnostics, at, tally }: Pick<ReadPart, 'diagnostics' | 'at' | 'tally'>,
): ReadPart {
  const syntax = diagnostics.filter(({ code }) => code === 'yaml-syntax');
  const read = { written: createDraft(), diagnostics: syntax, at };
  return { section, head, isStray: true, text, ...read, tally, isBroken: true, place: movable(read, path) };
}

const identity = ({ at, code, message }: Diagnostic): string => `${at.start} ${at.end} ${code} ${message}`;

function readAlone(
  text: string,
  path: string,
  files: ReadonlyMap<string, Source>,
  options: ReportOptions,
): Pick<ReadPart, 'written' | 'diagnostics' | 'at' | 'tally'> {
  const report = createReport(options);
  const tally = createTally();
  const context = { source: { path, text }, report, limits: DEFAULT_READ_LIMITS, files, tally };
  const written = createDraft();
  let at: Span = { file: path, start: 0, end: 0 };
  for (const tree of readTrees(context)) {
    // A key without a value is `null`; a document of comments is, too.
    if (tree.kind === 'scalar' && tree.scalar.kind === 'null') continue;
    at = { ...tree.at };
    readDocument(tree, written, context);
  }
  return { written, diagnostics: report.sorted(), at, tally };
}

/** A broken entry with those after it that make it whole: a text in quotes or brackets may go on there. */
function joinWithNext(
  parts: readonly Part[],
  first: number,
  text: string,
  read: (part: Part, whole: string) => ReadPart,
): { readonly reading: ReadPart; readonly last: number } | null {
  const part = parts[first];
  for (let last = first + 1; part !== undefined && last <= first + MOST_JOINED; last++) {
    const next = parts[last];
    if (next === undefined || next.section !== part.section || next.document !== part.document) return null;
    const reading = read(part, copyOf(text.slice(part.start, next.end)));
    if (!reading.isBroken) return { reading, last };
  }
  return null;
}

/** False if a problem of the part is about the file, about the head of its section, or about brackets that others may close. */
function isOwn({ head, section }: Part, { diagnostics, isBroken, text, place, at: own }: ReadPart): boolean {
  const start = place.at() + head.length;
  // Problems of a table in another file have places there, which do not move.
  const isBefore = ({ file, start: from }: Span): boolean => file === own.file && from < start;
  if (diagnostics.some(({ code, at }) => OF_THE_FILE.has(code) || isBefore(at))) return false;
  return !isBroken || head !== '' || !/^\s*["'[{]/.test(text.slice(section.length + 1));
}

function isTooMuch(tallies: readonly Tally[]): boolean {
  const { rules, relationRows, tables, tableCells } = DEFAULT_READ_LIMITS;
  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((all, tally) => all + count(tally), 0);
  return (
    sum((tally) => tally.rules) > rules ||
    sum((tally) => tally.rows) > relationRows ||
    sum((tally) => tally.tables) > tables ||
    sum((tally) => tally.cells) > tableCells
  );
}

function charactersOf(source: Source, options: ReportOptions): readonly Diagnostic[] {
  if (!/[^\t\n\r -~]/.test(source.text)) return [];
  const report = createReport(options);
  checkCharacters({
    source,
    report,
    limits: DEFAULT_READ_LIMITS,
    files: new Map(),
    tally: createTally(),
  });
  return report.sorted();
}

/** Everything but rules and tables, which are in groups. */
const OWN_KINDS = (Object.keys(createDraft()) as (keyof WrittenSyntax)[]).filter(
  (kind) => kind !== 'ruleGroups',
);

/** The parts as one file: the rules and tables of a document are one group. */
function together(read: readonly { readonly part: Part; readonly reading: ReadPart }[]): WrittenSyntax {
  const draft = createDraft();
  const groups = new Map<number, { group: WrittenGroupSyntax | null; start: number; end: number }>();
  for (const { part, reading } of read) {
    for (const kind of OWN_KINDS) {
      for (const element of reading.written[kind]) (draft[kind] as unknown[]).push(element);
    }
    const own = groups.get(part.document) ?? { group: null, start: part.sectionStart, end: 0 };
    groups.set(part.document, own);
    own.end = Math.max(own.end, reading.at.end);
    for (const group of reading.written.ruleGroups) own.group = merge(own.group, group);
  }
  for (const { group, start, end } of groups.values())
    if (group !== null) draft.ruleGroups.push({ ...group, at: { file: group.at.file, start, end } });
  return draft;
}

/** Adds to the first, whose lists are its own. */
function merge(one: WrittenGroupSyntax | null, other: WrittenGroupSyntax): WrittenGroupSyntax {
  if (one === null) return { ...other, rules: [...other.rules], tables: [...other.tables] };
  for (const rule of other.rules) (one.rules as WrittenGroupSyntax['rules'][number][]).push(rule);
  for (const table of other.tables) (one.tables as WrittenGroupSyntax['tables'][number][]).push(table);
  const { module, ruleset, version } = one;
  return {
    ...one,
    module: module ?? other.module,
    ruleset: ruleset ?? other.ruleset,
    version: version ?? other.version,
  };
}
