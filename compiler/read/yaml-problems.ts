import type { YAMLError } from 'yaml';

type Row = { readonly code: YAMLError['code']; readonly when?: RegExp; readonly problem: string };

/** Messages for syntax errors of the YAML library, in the words of a rule author. The first row that fits counts. */
const PROBLEMS: readonly Row[] = [
  {
    code: 'BAD_INDENT',
    when: /and end with a [\]}]/,
    problem: 'unclosed bracket, or the lines inside the bracket are not indented',
  },
  { code: 'BAD_INDENT', problem: 'inconsistent indentation: indent this line like the lines around it' },
  { code: 'BAD_SCALAR_START', problem: 'a value cannot begin with this character: put the value in quotes' },
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
      'indented style cannot be used inside `[…]` or `{…}`: close the bracket, or put a text with a colon in quotes',
  },
  { code: 'KEY_OVER_1024_CHARS', problem: 'a key can have at most 1024 characters' },
  { code: 'MISSING_CHAR', when: /closing "quote/, problem: 'unclosed double quote' },
  { code: 'MISSING_CHAR', when: /closing 'quote/, problem: 'unclosed single quote' },
  {
    code: 'MISSING_CHAR',
    when: /followed by map values/,
    problem: 'incomplete entry: expected a key, a colon, a space and a value',
  },
  {
    code: 'MULTILINE_IMPLICIT_KEY',
    problem: 'a key must be on one line: add the missing colon, or close the quote',
  },
  { code: 'TAB_AS_INDENT', problem: 'tabs cannot be used for indentation: use spaces' },
  { code: 'TAG_RESOLVE_FAILED', problem: 'the value does not fit its tag' },
  {
    code: 'MISSING_CHAR',
    when: /between flow/,
    problem: 'missing comma: add it, or put a text that contains `{` or `[` in quotes',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    when: /flow-\w+-start at node end/,
    problem: 'a text inside `[…]` or `{…}` cannot contain `{` or `[`: put it in quotes',
  },
  {
    code: 'UNEXPECTED_TOKEN',
    when: /at node end/,
    problem: 'unexpected text after the end of a value: put the whole text in quotes',
  },
  { code: 'RESOURCE_EXHAUSTION', problem: 'the document is nested too deeply' },
];

/** Returns the message for a syntax error: from the table, or else the library's own in lower case. */
export function describeYamlProblem(error: YAMLError): string {
  const row = PROBLEMS.find((row) => row.code === error.code && (row.when?.test(error.message) ?? true));
  return row?.problem ?? error.message.charAt(0).toLowerCase() + error.message.slice(1);
}
