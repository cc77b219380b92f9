import { createReport } from '../../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';
import { readTrees } from '../../../compiler/read/read-trees.ts';
import { createTally } from '../../../compiler/read/tally.ts';

/** A part of a text: a section of a document, or an entry of one. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Verdicts on parts that were tried; which text was tried first changes none. */
const verdicts = new Map<string, boolean>();
const MOST_VERDICTS = 20_000;

/**
 * The text without the parts that are not YAML by themselves, which become spaces: every offset stays. What surrounds an
 * error is still read, and the answer depends on nothing but the text.
 */
export function repair(text: string): string {
  let repaired = text;
  for (const section of sectionsOf(text)) {
    if (isReadable(text.slice(section.start, section.end))) continue;
    const entries = entriesOf(text, section);
    const head = text.slice(section.start, entries[0]?.start ?? section.end);
    const broken = entries.filter(({ start, end }) => !isReadable(head + text.slice(start, end)));
    const isEnough = entries.length > 0 && isReadable(head);
    for (const part of isEnough ? broken : [section]) repaired = blank(repaired, part);
    if (isEnough && !isReadable(repaired.slice(section.start, section.end)))
      repaired = blank(repaired, section);
  }
  return repaired;
}

function blank(text: string, { start, end }: Part): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end);
}

/** From one line that begins with a key, a dash or a marker to the next. */
function sectionsOf(text: string): readonly Part[] {
  return partsAt(text, 0, text.length, /^[^\s#]/gm);
}

/** The entries of a section: the lines below it that are indented as its first one, each with what it holds. */
function entriesOf(text: string, { start, end }: Part): readonly Part[] {
  const body = text.indexOf('\n', start);
  if (body === -1 || body >= end) return [];
  const first = /^([ ]*)[^\s#]/m.exec(text.slice(body + 1, end));
  if (first === null || first[1] === '') return [];
  return partsAt(text, body + 1, end, new RegExp(`^ {${(first[1] ?? '').length}}(?=[^\\s#])`, 'gm'));
}

function partsAt(text: string, start: number, end: number, begin: RegExp): readonly Part[] {
  const starts: number[] = [];
  begin.lastIndex = start;
  for (let found = begin.exec(text); found !== null && found.index < end; found = begin.exec(text)) {
    starts.push(found.index);
    if (found[0] === '') begin.lastIndex++;
  }
  return starts.map((from, i) => ({ start: from, end: starts[i + 1] ?? end }));
}

function isReadable(text: string): boolean {
  const known = verdicts.get(text);
  if (known !== undefined) return known;
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear();
  const report = createReport();
  const source = { path: '', text };
  readTrees({ source, report, limits: DEFAULT_READ_LIMITS, files: new Map(), tally: createTally() });
  const readable = !report.hasErrors();
  verdicts.set(text, readable);
  return readable;
}
