/**
 * The parts of a text that can be read by themselves: its sections, and the entries of those that hold many. What is in one
 * of them changes the meaning of no other.
 */
import { DOCUMENT } from '../../../compiler/read/document.ts';

export interface Part {
  /** The document of the text that it belongs to, counted from the first. */
  readonly document: number;
  readonly section: string;
  readonly sectionStart: number;
  /** Key of an entry of a map; `null` for an item of a list, and for a section as a whole. */
  readonly key: string | null;
  /** Line that is read before the part when it is read alone: the head of its section. Empty for a whole section. */
  readonly head: string;
  readonly start: number;
  readonly end: number;
  /** Lines that are not entries, from the start of the entry before them: a mistake, or a key in an unknown form. */
  readonly isStray: boolean;
}

/** Sections whose entries are read one by one. */
const DIVIDED = new Set(['rules', 'templates', 'tables', 'functions']);
/** A line that begins a section, divides documents, or is an item of a list at the margin. */
const MARGIN = /^(?:([A-Za-z_][\w-]*):(?=[ \n]|\r\n|$)|(---)(?=[ ]*\r?$)|([-"'[\]{}%?.!&*|>@`,:].*))/gm;
/** Nothing but blank lines and comments. */
const SILENT = /^(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))*$/;
const HEAD = /^[\w-]+:[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/;
const ENTRY =
  /(- )|([A-Za-z_$][\w$.-]*):(?= |\r?\n|$)|"([^"\\\n]+)":(?= |\r?\n|$)|'([^'\n]+)':(?= |\r?\n|$)/y;
const [LINE_FEED, CARRIAGE_RETURN, SPACE, HASH] = [0x0a, 0x0d, 0x20, 0x23];
/** A file with more is read as a whole: the limits of the compiler are about files. */
const MOST_PARTS = 10_000;
const MOST_CHARACTERS = 2_000_000;

/** `null` for a text whose parts depend on each other, or whose form is another one. */
export function partsOf(text: string): readonly Part[] | null {
  if (text.length > MOST_CHARACTERS || /\r(?!\n)/.test(text)) return null;
  const parts: Part[] = [];
  const seen = new Set<string>();
  let document = 0;
  let from = text.startsWith('\uFEFF') ? 1 : 0;
  let open: { readonly key: string; readonly start: number } | null = null;
  const close = (end: number): boolean => {
    if (open === null) return SILENT.test(text.slice(from, end));
    return addSection(parts, text, document, open.key, open.start, end);
  };
  MARGIN.lastIndex = 0;
  for (let line = MARGIN.exec(text); line !== null; line = MARGIN.exec(text)) {
    const [, key, divider, other] = line;
    // An item at the margin belongs to the section before it; anything else makes a text of another form, or is an error.
    if (other !== undefined) {
      if (open === null || !/^(?:-(?: |$)|["'])/.test(other)) return null;
      continue;
    }
    if (!close(line.index) || parts.length > MOST_PARTS) return null;
    from = line.index;
    if (divider !== undefined) {
      document++;
      open = null;
      from = line.index + divider.length;
      seen.clear();
      continue;
    }
    if (key === undefined || !DOCUMENT.keys.includes(key) || seen.has(key)) return null;
    seen.add(key);
    open = { key, start: line.index };
  }
  return close(text.length) && parts.length > 0 && parts.length <= MOST_PARTS ? parts : null;
}

/** False where two entries have one key: which of them counts depends on both. */
function addSection(
  parts: Part[],
  text: string,
  document: number,
  section: string,
  start: number,
  end: number,
): boolean {
  const own = { document, section, sectionStart: start };
  const whole = { ...own, key: null, head: '', start, end, isStray: false };
  const head = DIVIDED.has(section)
    ? HEAD.exec(text.slice(start, Math.min(end, start + 500)))?.[0]
    : undefined;
  const entries = head === undefined ? null : entriesOf(text, start + head.length, end);
  if (entries === null || (section === 'functions' && entries.some(({ key }) => key !== null))) {
    parts.push(whole);
    return true;
  }
  const keys = new Set<string>();
  for (const { key, isStray, start: from, end: to } of entries) {
    if (key !== null && !isStray && (keys.has(key) || key === '<<')) return false;
    if (key !== null) keys.add(key);
    parts.push({ ...own, key, head: `${section}:\n`, start: from, end: to, isStray });
  }
  return true;
}

type Entry = Pick<Part, 'key' | 'start' | 'end' | 'isStray'>;

/** The entries of a section, each with what is indented below it; `null` if it does not begin with one. */
function entriesOf(text: string, start: number, end: number): readonly Entry[] | null {
  const entries: { key: string | null; start: number; end: number; isStray: boolean }[] = [];
  let indent = -1;
  for (let line = start; line < end;) {
    const next = text.indexOf('\n', line);
    const lineEnd = next === -1 || next >= end ? end : next + 1;
    let column = line;
    while (text.charCodeAt(column) === SPACE) column++;
    const first = text.charCodeAt(column);
    const isSilent =
      column >= end ||
      first === LINE_FEED ||
      first === HASH ||
      (first === CARRIAGE_RETURN && text.charCodeAt(column + 1) === LINE_FEED);
    if (!isSilent) {
      if (indent === -1) indent = column - line;
      const last = entries.at(-1);
      if (column - line <= indent) {
        ENTRY.lastIndex = column;
        const [, dash, plain, double, single] = ENTRY.exec(text) ?? [];
        const key = plain ?? double ?? single ?? null;
        const isEntry = (dash !== undefined || key !== null) && column - line === indent;
        if (last === undefined) {
          if (!isEntry) return null;
          entries.push({ key, start, end, isStray: false });
        } else if (isEntry && (last.key === null) === (key === null)) {
          last.end = line;
          entries.push({ key, start: line, end, isStray: false });
        } else if (!last.isStray) {
          last.end = line;
          entries.push({ ...last, end, isStray: true });
        }
      }
    }
    line = lineEnd;
  }
  return entries.length === 0 ? null : entries;
}
