import type { Report } from '../../diagnostics/report.ts';
import type { SourceText } from '../../syntax.ts';
import type { InputPath, Segment, Selector } from './input-path.ts';
import {
  SHELL,
  SHELL_OR_COMMAND,
  SHELL_OR_ITEM,
  type ShellStep,
} from '../../../runtime/values/shell-step.ts';

/** Steps of one path: no request nests deeper, and each is a step of the code. */
const MOST_SEGMENTS = 256;

const BLANK = /[ \t\r\n]*/y;
const ROOT = /\$|[@#]\^*/y;
/** A name without quotes (RFC 9535, 2.5.1.1: member-name-shorthand), which has no full-width dot: it looks like a separator. */
const NAME =
  /[A-Za-z_\u0080-\ud7ff\ue000-\uff0d\uff0f-\uffff\u{10000}-\u{10ffff}][\w\u0080-\ud7ff\ue000-\uff0d\uff0f-\uffff\u{10000}-\u{10ffff}]*/uy;
/** RFC 9535, 2.3.3: no leading zero and no minus zero. */
const INDEX = /0|-?[1-9]\d*/y;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y;
const ESCAPE = /\\(u[\s\S]{0,4}|[\s\S])/g;
const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '/': '/',
  '\\': '\\',
};
const HEXADECIMAL = /^u[0-9A-Fa-f]{4}$/;

/** A problem of a path, and its position. */
class PathProblem extends Error {
  readonly from: number;
  constructor(from: number, problem: string) {
    super(problem);
    this.from = from;
  }
}

/** Reads the text of one path from left to right. */
class PathReader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }

  /** Consumes and returns the match of the pattern here; null if it does not match. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  /** Passes over a fixed text. */
  skip(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  fail(problem: string): never {
    throw new PathProblem(this.at, problem);
  }
}

function readIndex(reader: PathReader): number | null {
  const from = reader.at;
  const text = reader.take(INDEX);
  if (text === null) return null;
  if (Number.isSafeInteger(Number(text))) return Number(text);
  throw new PathProblem(from, 'the index is too large');
}

function readQuoted(reader: PathReader): string | null {
  const from = reader.at;
  const text = reader.take(QUOTED);
  if (text === null) return null;
  const quote = text.charAt(0);
  return text.slice(1, -1).replace(ESCAPE, (written, escape: string) => {
    if (escape === quote) return quote;
    if (HEXADECIMAL.test(escape)) return String.fromCharCode(parseInt(escape.slice(1), 16));
    return ESCAPED[escape] ?? failAt(from, `unknown escape \`${written}\``);
  });
}

function failAt(from: number, problem: string): never {
  throw new PathProblem(from, problem);
}

/** Parses the content of brackets, up to the closing one. */
function readBrackets(reader: PathReader): readonly Selector[] | null {
  const selectors: Selector[] = [];
  let all = false;
  do {
    reader.take(BLANK);
    if (reader.skip('?')) reader.fail('filters are not supported: filter the facts in a condition');
    if (reader.skip('*')) all = true;
    else
      selectors.push(
        readQuoted(reader) ?? readIndex(reader) ?? reader.fail('expected a name in quotes, an index or `*`'),
      );
    reader.take(BLANK);
    if (reader.skip(':')) reader.fail('slices are not supported');
  } while (reader.skip(','));
  if (!reader.skip(']')) reader.fail('expected `,` or `]`');
  return all ? null : [...new Set(selectors)];
}

/** `name` or `*`, as they follow a dot. */
function readShorthand(reader: PathReader): readonly Selector[] | null {
  if (reader.skip('*')) return null;
  return [reader.take(NAME) ?? reader.fail('expected a name or `*`')];
}

/** `.leaves()` ends a path, because a leaf has no children. */
const LEAVES = '.leaves()';

/** The commands of a command line, as a list. */
const SHELL_STEPS: readonly (readonly [text: string, step: ShellStep])[] = [
  ['.shell()', SHELL],
  ['.shell(item)', SHELL_OR_ITEM],
];
/** `shell(path)`: each command of the command line at the path, or one that is not known in their place. */
const SHELL_OF = /shell\([ \t]*/y;

function readSegment(reader: PathReader): Segment | null {
  for (const [text, step] of SHELL_STEPS)
    if (reader.skip(text)) return { descendant: false, selectors: step };
  if (reader.skip(LEAVES)) return { descendant: false, selectors: 'leaves' };
  if (reader.skip('..')) {
    const selectors = reader.skip('[') ? readBrackets(reader) : readShorthand(reader);
    return { descendant: true, selectors };
  }
  if (reader.skip('.')) return { descendant: false, selectors: readShorthand(reader) };
  if (reader.skip('[')) return { descendant: false, selectors: readBrackets(reader) };
  return null;
}

/**
 * Parses a path: JSONPath (RFC 9535) without filters and slices, from `$`, or from an item `@`, whose index or key is
 * `#`; each `^` behind these leads one level of `each` further out. Null (reported) for anything else.
 */
export function parsePath(source: SourceText, report: Report): InputPath | null {
  const reader = new PathReader(source.text);
  try {
    const isShell = reader.take(SHELL_OF) !== null;
    const written = reader.take(ROOT) ?? reader.fail('expected `$`, `@` or `#` at the start');
    const root = written.charAt(0) as InputPath['root'];
    const segments: Segment[] = [];
    for (;;) {
      const end = reader.at;
      reader.take(BLANK);
      const segment = readSegment(reader);
      if (segment === null) {
        reader.at = end;
        break;
      }
      if (segments.at(-1)?.selectors === 'leaves')
        reader.fail('`.leaves()` must end the path, because a leaf has no children');
      segments.push(segment);
      if (segments.length > MOST_SEGMENTS) reader.fail(`more than ${MOST_SEGMENTS} steps`);
    }
    if (isShell) {
      reader.take(BLANK);
      if (!reader.skip(')')) reader.fail('expected `)`');
      segments.push(
        { descendant: false, selectors: SHELL_OR_COMMAND },
        { descendant: false, selectors: null },
      );
    }
    if (reader.at < source.text.length) reader.fail('expected `.` or `[`');
    if (root === '#' && segments.length > 0)
      throw new PathProblem(0, '`#` is an index or a key and has no members');
    return { root, outer: written.length - 1, segments, text: source.text, at: source.at };
  } catch (error) {
    if (!(error instanceof PathProblem)) throw error;
    const end = Math.min(error.from + 1, source.text.length);
    const at = source.spanOf(Math.min(error.from, end), end);
    report.add('bad-path', at, { text: source.text, problem: error.message });
    return null;
  }
}
