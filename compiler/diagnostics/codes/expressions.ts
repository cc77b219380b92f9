import type { CodeTable } from './code-table.ts';

/** Diagnostics of the expressions of the long form: operators, references and numbers. */
export const EXPRESSION_CODES = {
  'bad-path': { severity: 'error', message: 'invalid path `{text}`: {problem}' },
  'clips-argument-count': {
    severity: 'error',
    message: '`{name}` takes {expected} argument(s), found {found}',
  },
  'clips-argument-type': {
    severity: 'error',
    message: 'argument {position} of `{name}` must be {expected}, found {found}',
  },
  'clips-bind-in-query': {
    severity: 'error',
    message: '`bind` cannot be used in the test of a fact-set query',
  },
  'clips-bind-outside-function': {
    severity: 'error',
    message:
      '`bind` can only be used in functions: conditions and slot values have no variables of their own',
  },
  'clips-brace': {
    severity: 'error',
    message: '`{text}` is a symbol: write calls in parentheses, or a text in double quotes',
  },
  'clips-break-value': {
    severity: 'error',
    message: 'a `{form}` with a `break` has no value, but its value is used here',
  },
  'clips-duplicate-case': {
    severity: 'error',
    message: 'duplicate case: an earlier `case` has the same value',
  },
  'clips-duplicate-parameter': { severity: 'error', message: 'duplicate parameter `?{name}`' },
  'clips-foreign-number': {
    severity: 'error',
    message: '`{text}` is a symbol: write a number in digits, such as `5` or `0.5`',
  },
  'clips-jump-misplaced': { severity: 'error', message: '`{name}` can only be used {place}' },
  'clips-nesting': { severity: 'error', message: 'expressions nest more than {limit} levels deep' },
  'clips-never-equal': {
    severity: 'error',
    message: '`{name}` compares {found} with {other}, which are never equal',
  },
  'clips-no-call': {
    severity: 'error',
    message: '`{text}` is a symbol: write calls in parentheses, as in `(+ ?a 1)`',
  },
  'clips-number-range': { severity: 'error', message: 'the number `{number}` is too large' },
  'clips-pattern-computed': {
    severity: 'error',
    message: 'the pattern of `service-matches` must be a string literal',
  },
  'clips-quoted-number': {
    severity: 'error',
    message: 'the quotes make `{text}` a text: write the number without quotes',
  },
  'clips-quoted-variable': {
    severity: 'error',
    message: 'the quotes make `{text}` a text: write `{meant}` without quotes for the value of the variable',
  },
  'clips-rebound-variable': {
    severity: 'error',
    message: '`?{name}` belongs to the enclosing {form} and cannot be bound',
  },
  'clips-refused-function': { severity: 'error', message: '`{name}` is not supported: {reason}' },
  'clips-signed-variable': {
    severity: 'error',
    message:
      '`{text}` is a symbol: write `?{name}` for the variable, or another name for it to keep the symbol',
  },
  'clips-sort-function': {
    severity: 'error',
    message: 'the first argument of `sort` must be the name of a function of two arguments',
  },
  'clips-syntax': { severity: 'error', message: '{problem}' },
  'clips-too-many-parts': {
    severity: 'error',
    message: 'more than {limit} parts in one expression, counting nested ones',
  },
  'clips-truth-value': {
    severity: 'error',
    message: 'expected TRUE or FALSE, found {found}: anything but FALSE counts as true',
  },
  'clips-unbound-variable': { severity: 'error', message: 'the variable `?{name}` is not bound' },
  'clips-unknown-function': { severity: 'error', message: 'unknown function `{name}`' },
  'clips-unreadable': { severity: 'error', message: 'cannot read `{text}`: expected {expected}' },
  'clips-variable-case': {
    severity: 'error',
    message: '`?{name}` and `?{other}` are two variables: write one of them, or give this one another name',
  },
  'clips-zone': {
    severity: 'error',
    message: 'expected a time zone that is written out, such as "Europe/Berlin"',
  },
} as const satisfies CodeTable;
