import type { CodeTable } from './code-table.ts';

/** Diagnostics of reading YAML, CSV and the values in them into syntax. */
export const READING_CODES = {
  'aggregate-unused': {
    severity: 'error',
    message: '`{fold}` has no effect: add `as` or `expression`',
  },
  'bad-alias': { severity: 'error', message: 'invalid alias `{text}`: expected `$` followed by a name' },
  'bad-character': { severity: 'error', message: 'the character {character} is not allowed' },
  'bad-csv': { severity: 'error', message: 'invalid CSV: {problem}' },
  'bad-identifier': {
    severity: 'error',
    message: 'invalid name `{text}`: expected letters, digits, `_` and `-`, beginning with a letter or `_`',
  },
  'bad-variable': {
    severity: 'error',
    message: 'invalid variable `{text}`: expected `?` followed by a name',
  },
  'comment-line-end': {
    severity: 'error',
    message: '{character} ends no line in YAML, so that the comment goes on behind it: write a line feed',
  },
  'commented-key': {
    severity: 'error',
    message:
      '`{key}` is read as a key, not as a comment: remove it, or start the line with `#`, outside quotes and braces',
  },
  'commented-section': {
    severity: 'error',
    message:
      '`{key}:` is a comment, and the lines behind it belong to the key before it: remove the `#`, or put one before each line',
  },
  'decision-as-name': {
    severity: 'error',
    message:
      '`{key}: {text}` is a name: write `default: {text}` for what is decided without a rule, or another name',
  },
  'digit-groups': {
    severity: 'error',
    message:
      '`{text}` is read as a list of numbers: write `{meant}` for one number, or put a space after each comma for several',
  },
  'empty-file': { severity: 'error', message: 'the file `{name}` has no rows after its header' },
  'empty-key': {
    severity: 'error',
    message: '`{key}` has no value: add one, or remove the key',
  },
  'expression-argument-missing': { severity: 'error', message: 'missing argument' },
  'expression-argument-name': {
    severity: 'error',
    message: 'the name is part of the text `{text}`: write `{meant}`, or put the text in double quotes',
  },
  'expression-behind': {
    severity: 'error',
    message:
      'unexpected `{text}` after the closing parenthesis: an expression is one `operator(arguments)`. Write one condition per part if all must hold, or `any` with one pattern per part; put a text with parentheses in double quotes',
  },
  'expression-call': {
    severity: 'error',
    message:
      '`{text}` is not computed: expected a value. Write `{meant}` for the text, or `bind` the slot and compute in a `test`',
  },
  'expression-escape': {
    severity: 'error',
    message: 'unknown escape `{escape}`: expected `\\"`, `\\\\`, `\\n`, `\\r` or `\\t`',
  },
  'expression-form': { severity: 'error', message: 'expected `operator(arguments)`, found `{text}`' },
  'expression-key': { severity: 'error', message: 'expected `key: value`' },
  'expression-nesting': { severity: 'error', message: 'lists and maps nest too deeply' },
  'expression-separator': { severity: 'error', message: 'expected `,` or `{closer}`, found `{found}`' },
  'expression-unclosed': { severity: 'error', message: '`{opener}` is never closed' },
  'expression-variable': {
    severity: 'error',
    message: 'invalid variable `{text}`: expected `?` followed by a name, or a text in quotes',
  },
  'formula-value': {
    severity: 'error',
    message: 'the sign is part of the text `{text}`: write `{meant}`, or `literal({text})` for the text',
  },
  'html-entity': {
    severity: 'error',
    message: '`&{name}` is read as an anchor of YAML: write the sign itself, and the whole in quotes',
  },
  'import-cycle': { severity: 'error', message: 'circular import: {path}' },
  'incomplete-condition': { severity: 'error', message: 'the condition has no {missing}' },
  'input-file': { severity: 'error', message: 'cannot read the declaration `{name}`: {problem}' },
  'invisible-character': {
    severity: 'error',
    message: 'invisible character {character}: remove it, or write `{escape}` in a double-quoted text',
  },
  'leading-sign': {
    severity: 'error',
    message: 'the sign is part of the text `{text}`: write `{meant}`, or a double-quoted text',
  },
  'list-expected': {
    severity: 'error',
    message: '`{key}` must be a list, found {found}: write `{key}: {meant}`',
  },
  'misplaced-key': {
    severity: 'error',
    message: '`{key}` does nothing in `metadata`: move it to {owner}, or give the metadata another name',
  },
  'nesting-too-deep': { severity: 'error', message: 'lists and maps nest more than {limit} levels deep' },
  'nothing-word': {
    severity: 'error',
    message: '`{text}` is a text, not nothing: write `""` for an empty text, or `"{text}"`',
  },
  'number-commas': {
    severity: 'error',
    message: '`{text}` is read as text: write `{meant}` for a number, or put the text in double quotes',
  },
  'number-grouped': {
    severity: 'error',
    message: '`{text}` is a decimal fraction: write `{all}`, or `{whole}`',
  },
  'number-out-of-range': { severity: 'error', message: '{number} is not between {minimum} and {maximum}' },
  'reason-brace': {
    severity: 'error',
    message: 'unmatched `{brace}`: double a brace that is part of the text',
  },
  'reason-name': {
    severity: 'error',
    message: '`{text}` in braces is neither a name nor `alias.slot`: double a brace that is part of the text',
  },
  'reason-place': {
    severity: 'error',
    message: '`{text}` is a placeholder of another language: write `{meant}`',
  },
  'relation-header': {
    severity: 'error',
    message: 'invalid header: expected each column once: {columns}',
  },
  'reordering-character': {
    severity: 'error',
    message:
      'the invisible character {character} reorders the text as displayed: remove it, or write `{escape}` in a double-quoted text',
  },
  'reserved-name': {
    severity: 'error',
    message: 'invalid name `{name}`: names that begin with `{prefix}` are reserved',
  },
  'row-expected': {
    severity: 'error',
    message: 'a row is a list of cells, found {found}: write `{meant}`',
  },
  'row-length': {
    severity: 'error',
    message: 'expected {expected} cells, one per column, found {found}',
  },
  'ruleset-without-rules': {
    severity: 'warning',
    message: 'the ruleset has no rules and never decides anything',
  },
  'source-too-long': { severity: 'error', message: 'the file has {bytes} bytes, more than {limit}' },
  'sources-too-long': { severity: 'error', message: 'the files together have more than {limit} bytes' },
  'stray-sign': {
    severity: 'error',
    message:
      '`{text}` ends with punctuation or a comment of another language: write `{meant}`, or a double-quoted text',
  },
  'table-cell-sign': {
    severity: 'error',
    message: 'invalid cell `{text}`: write {meant}',
  },
  'table-column': {
    severity: 'error',
    message:
      'invalid column `{name}`: expected `$alias.slot` or `?variable` as input; action, reason, metadata.KEY, salience, name, `assert TEMPLATE.SLOT` or `obligation TYPE.KEY` as output',
  },
  'table-interval': {
    severity: 'error',
    message: 'this interval is a list in YAML: put it in quotes, `"[{text}]"`',
  },
  'template-ttl': { severity: 'warning', message: '`ttl` cannot be set in YAML: call `Engine.setTtl`' },
  'text-too-long': { severity: 'error', message: 'the text has more than {limit} characters' },
  'too-many-aliases': {
    severity: 'error',
    message: 'more than {aliases} aliases, or aliases that expand to more than {nodes} values',
  },
  'too-many-problems': { severity: 'warning', message: 'too many problems; showing the first {limit}' },
  'too-many-rules': { severity: 'error', message: 'more than {limit} rules' },
  'too-many-sources': { severity: 'error', message: 'more than {limit} files' },
  'too-many-tokens': { severity: 'error', message: 'the file has more than {limit} tokens' },
  'unknown-file': {
    severity: 'error',
    message: 'unknown file `{name}`: expected the relative path of a CSV file inside the ruleset folder',
  },
  'unknown-import': {
    severity: 'error',
    message:
      'unknown import `{name}`: expected the relative path of a YAML file, or of a folder of them, inside the root',
  },
  'written-otherwise': { severity: 'error', message: 'invalid `{text}`: write `{meant}`' },
  'wrong-kind': { severity: 'error', message: 'expected {expected}, found {found}' },
  'yaml-alias-cycle': { severity: 'error', message: 'the alias `*{name}` is inside its own anchor' },
  'yaml-alias-unknown': { severity: 'error', message: 'the alias `*{name}` has no anchor before it' },
  'yaml-anchor-empty': {
    severity: 'error',
    message: 'the anchor `&{name}` has no value: write one behind it, or `"&{name}"` for that text',
  },
  'yaml-key': { severity: 'error', message: 'a key must be plain text' },
  'yaml-merge-key': {
    severity: 'error',
    message: 'merge keys (`<<`) are not part of YAML 1.2: write the keys out',
  },
  'yaml-syntax': { severity: 'error', message: '{problem}' },
  'yaml-tag': {
    severity: 'error',
    message:
      'invalid tag `{tag}`: it is not in the core schema, or the value does not fit it; put a text that begins with `!` in quotes',
  },
  'yaml-version': {
    severity: 'warning',
    message: 'the document declares YAML {version}, but is read as YAML 1.2',
  },
} as const satisfies CodeTable;
