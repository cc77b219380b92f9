import type { YAMLError } from 'yaml';

type Row = { readonly code: YAMLError['code']; readonly when?: RegExp; readonly problem: string };

/** Syntax errors of the YAML library in the words of someone who writes rules; the first row that fits counts. */
const PROBLEMS: readonly Row[] = [
  {
    code: 'BAD_INDENT',
    when: /and end with a [\]}]/,
    problem: 'a bracket is never closed, or what stands between its lines is not indented',
  },
  { code: 'BAD_INDENT', problem: 'this line is not indented like the lines it belongs to' },
  { code: 'BAD_SCALAR_START', problem: 'a value may not begin with this character: put it in quotes' },
  {
    code: 'BAD_DQ_ESCAPE',
    problem: 'unknown escape in double quotes: write `\\\\` for a backslash, or use single quotes',
  },
  {
    code: 'BLOCK_AS_IMPLICIT_KEY',
    when: /compact mappings/,
    problem: 'a second `key: value` on one line: put the value in quotes if the colon is part of it',
  },
  {
    code: 'BLOCK_IN_FLOW',
    problem:
      'inside `[…]` or `{…}` the indented style may not be used: is a bracket never closed, or does a text with a colon need quotes?',
  },
  { code: 'KEY_OVER_1024_CHARS', problem: 'a key may be at most 1024 characters long' },
  { code: 'MISSING_CHAR', when: /closing "quote/, problem: 'a double quote is never closed' },
  { code: 'MISSING_CHAR', when: /closing 'quote/, problem: 'a single quote is never closed' },
  {
    code: 'MISSING_CHAR',
    when: /followed by map values/,
    problem: 'a key needs a colon, a space and a value',
  },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    problem: 'a key must stand on one line: is a colon missing, or a quote never closed?',
  },
  { code: 'TAB_AS_INDENT', problem: 'a tab may not indent: use spaces' },
  { code: 'TAG_RESOLVE_FAILED', problem: 'the value does not fit its tag' },
  {
    code: 'MISSING_CHAR',
    when: /between flow/,
    problem: 'a comma is missing here, or a text that holds `{` or `[` needs quotes',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    when: /flow-\w+-start at node end/,
    problem: 'inside `[…]` or `{…}` a text that holds `{` or `[` needs quotes',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    when: /at node end/,
    problem: 'more stands here behind a value that has ended: put the whole text in quotes',
  },
  { code: 'RESOURCE_EXHAUSTION', problem: 'this is nested too deeply to be read' },
];

/** The message for a syntax error: from the table, else the library's own, adapted to the style of our messages. */
export function describeYamlProblem(error: YAMLError): string {
  const row = PROBLEMS.find((row) => row.code === error.code && (row.when?.test(error.message) ?? true));
  return row?.problem ?? error.message.charAt(0).toLowerCase() + error.message.slice(1);
}
