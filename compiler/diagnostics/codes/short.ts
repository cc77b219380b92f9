import type { CodeTable } from './code-table.ts';

/** Diagnostics of the short form: its conditions, types and paths of the document. */
export const SHORT_CODES = {
  'short-action': { severity: 'error', message: '{problem}' },
  'short-aggregate': {
    severity: 'error',
    message: 'an aggregate must be alone on one side of a comparison: name it in `let`',
  },
  'short-aggregate-condition': {
    severity: 'error',
    message:
      '`{what}` cannot be used in a condition of `{fold}`: expected comparisons of members of the element, such as `"x" in e.list` instead of `exists(i in e.list, i == "x")`',
  },
  'short-aggregate-value': {
    severity: 'error',
    message: 'expected a slot, a path or a computed value as the value of `{quantifier}`',
  },
  'short-alternatives': { severity: 'error', message: '`{name}` is not bound in every alternative' },
  'short-any-item': {
    severity: 'warning',
    message:
      'rule `{name}`: one matching `{item}` allows the whole document: if every item must match, use `forall({item} in …, …)`',
  },
  'short-argument': { severity: 'error', message: 'invalid argument: expected a value, list or name' },
  'short-arguments': { severity: 'error', message: 'expected `{form}`' },
  'short-assignment': { severity: 'error', message: '`{written}` in a condition: use `==`' },
  'short-bang': {
    severity: 'error',
    message: '`!` before a comparison or `in`: write `not a == b` or `a != b`',
  },
  'short-binder': {
    severity: 'error',
    message:
      '`{text}` cannot be iterated: expected a template, an item, or a list of a slot or of the document',
  },
  'short-chained': { severity: 'error', message: 'chained comparison: write `a < b and b < c`' },
  'short-character': {
    severity: 'error',
    message:
      'unexpected character `{character}`: names consist of letters, digits, `_` and `-`, and texts are quoted',
  },
  'short-coalesce': { severity: 'error', message: '`??` {problem}' },
  'short-constant': { severity: 'error', message: 'expected `const.name`, or `const.map[key]`' },
  'short-constant-condition': { severity: 'error', message: 'the condition is constant' },
  'short-constructor': { severity: 'error', message: 'expected `template(slot = value, …)`' },
  'short-dash': {
    severity: 'error',
    message: '`-` in a path: write `{meant}`, or put spaces around `-` to subtract',
  },
  'short-define-cycle': { severity: 'error', message: 'definition `{name}` uses itself: {path}' },
  'short-define-name': { severity: 'error', message: 'definition `{name}` has the name of {taken}' },
  'short-define-unused': { severity: 'warning', message: 'definition `{name}` is unused' },
  'short-dynamic-pattern': {
    severity: 'error',
    message:
      'the pattern of `matches` comes with the request: expected a text between backticks, a constant, or `const.map[key]`',
  },
  'short-each-quantifier': {
    severity: 'error',
    message: 'quantifier over a list of a fact: use `for`, or `.has(…)`',
  },
  'short-empty': { severity: 'error', message: '`{key}` must not be empty' },
  'short-entry-key': {
    severity: 'error',
    message:
      'the key in brackets is not a text: expected a text, a slot, `key(…)`, a constant, a path or a function that returns a text',
  },
  'short-escape': {
    severity: 'error',
    message: 'unknown escape `\\{character}`: write a pattern between backticks',
  },
  'short-expected': { severity: 'error', message: 'expected {expected}, found {found}' },
  'short-for-missing': {
    severity: 'error',
    message:
      '`{path}` may be missing, and then this rule would not fire: use `exists({name} in {path}, …)`, declare it with `!`, or write `{path}?`',
  },
  'short-foreign': { severity: 'error', message: '`{written}` is from another language: write `{meant}`' },
  'short-has': {
    severity: 'error',
    message:
      '`has(…)` expects a path of the document: a slot always has a value (to test for facts, use `exists(…)`)',
  },
  'short-in': { severity: 'error', message: 'expected a list after `in`' },
  'short-in-doubt': { severity: 'error', message: 'invalid `in_doubt`: expected `fire` or `stay`' },
  'short-index': {
    severity: 'error',
    message: 'invalid index `[{text}]`: expected a text or number in brackets',
  },
  'short-input-path': {
    severity: 'error',
    message: 'unknown path `{path}`: the declared `input` does not have it',
  },
  'short-input-type': { severity: 'error', message: '`{path}` is {found} here, and {other} in {place}' },
  'short-key': { severity: 'error', message: '`key(…)` expects an item of the document' },
  'short-let': { severity: 'error', message: 'expected an aggregate in `let`' },
  'short-let-missing': {
    severity: 'error',
    message:
      '`{path}` may be missing, and a value of `let` cannot be unknown in a rule that closes: declare it',
  },
  'short-let-unread': {
    severity: 'error',
    message:
      'some value of `{name}` may be unreadable, and a value of `let` cannot be unknown in a rule that closes: write the aggregate in `if`',
  },
  'short-levels': {
    severity: 'error',
    message:
      '`{path}` is more than {limit} levels of lists deep: `for` and quantifiers support at most {limit}',
  },
  'short-list': {
    severity: 'error',
    message: '`list(…)` expects an item of several lists, as in `input.a["b", "c"]`',
  },
  'short-nesting': { severity: 'error', message: 'expressions nest more than {limit} levels deep' },
  'short-no-complement': { severity: 'error', message: '`{operator}` cannot be negated' },
  'short-no-condition': {
    severity: 'error',
    message: 'the rule has neither `if` nor `for`: it would always fire',
  },
  'short-no-pattern': {
    severity: 'error',
    message: 'a condition on the clock needs a fact or the document in the same conjunction',
  },
  'short-no-test': {
    severity: 'error',
    message: '{what} cannot be used in a test: use it alone, or joined by `and`, on a slot of the last fact',
  },
  'short-not-a-condition': { severity: 'error', message: '`{text}` is not a condition: {advice}' },
  'short-now': {
    severity: 'error',
    message:
      '`now` is never exactly a time: compare it by `<` or `>` (an aggregate by its name in `let`), or use `.older_than(…)`, `.within_last(…)`',
  },
  'short-null': { severity: 'error', message: '`null` is not supported: use `has(…)` or `not has(…)`' },
  'short-only-in-text': {
    severity: 'error',
    message: 'only the right half mentions `{name}`: add `for: {name}`',
  },
  'short-only-negated': {
    severity: 'error',
    message: 'only negated comparisons mention `{name}`: use `not exists({name}, …)`, or `for: {name}`',
  },
  'short-optional': {
    severity: 'error',
    message: 'invalid `?`: expected it at the end of a path of the document',
  },
  'short-optional-negated': {
    severity: 'error',
    message:
      '`{path}?` with `{sign}` has two readings: write `not ({path}? {opposite} …)` if a missing value is fine, or `has({path}) and {path} {sign} …` if it is not',
  },
  'short-path': { severity: 'error', message: '{problem}' },
  'short-paths': { severity: 'error', message: 'rules name more than {limit} paths of the document' },
  'short-shell-members': {
    severity: 'warning',
    message:
      'rule `{name}` allows commands by `program` and tests no {members}: a command can also expand text, write files and set variables',
  },
  'short-shell-starts': {
    severity: 'warning',
    message: 'rule `{name}` allows `{program}`, which can start other programs ({by}): test `args`, too',
  },
  'short-table-missing': {
    severity: 'error',
    message: '`{path}` may be missing in a table: declare it with `!` or a default (or use rules)',
  },
  'short-text-arithmetic': { severity: 'error', message: '`{sign}` on texts: expected numbers' },
  'short-times': {
    severity: 'error',
    message:
      '{problem}: times are compared with times and durations with durations, and a duration is added to a time',
  },
  'short-too-large': {
    severity: 'error',
    message: 'the definitions that the rule uses expand to more than {limit} parts',
  },
  'short-too-long': { severity: 'error', message: 'the expression has more than {limit} tokens' },
  'short-type': { severity: 'error', message: '{problem}' },
  'short-unclosed': { severity: 'error', message: 'unclosed text: expected a closing `{quote}`' },
  'short-union': {
    severity: 'error',
    message:
      'several names in brackets: expected texts at the end of a list in `for`, or behind `in` of a quantifier',
  },
  'short-unknown-key': { severity: 'error', message: 'unknown key `{key}` in {owner}' },
  'short-unknown-name': { severity: 'error', message: 'unknown name `{name}`: {expected}' },
  'short-unknown-operator': { severity: 'error', message: 'unknown operator `{name}`' },
  'short-unrelated': {
    severity: 'warning',
    message: 'rule `{name}`: nothing relates {groups}: the rule applies to every combination',
  },
  'short-vacuous': {
    severity: 'warning',
    message:
      'rule `{name}`: `forall({item} in …)` holds if there are no elements: add `exists(…)`, or `size(…) > 0`, if there must be one',
  },
  'short-value': {
    severity: 'error',
    message: 'invalid value in a rule with `when`: expected a name, literal or list',
  },
  'short-value-missing': {
    severity: 'error',
    message: '`{path}` may be missing, but this rule fires anyway: declare it, or use `??`',
  },
} as const satisfies CodeTable;
