/**
 * THE table of diagnostics: every code with its severity and message, in alphabetical order. A code is never reused
 * for another meaning. Messages: no final full stop, user text in backticks. `{name}` is filled from the parameters.
 * docs/diagnostics.md explains each code; a test proves that table and page agree.
 */
export const CODES = {
  'aggregate-bind': {
    severity: 'error',
    message: '`{name}` is the value of an aggregate: compare with it, `bind` cannot',
  },
  'aggregate-content': {
    severity: 'error',
    message: '{what} cannot stand in an aggregate, which holds patterns with conditions on their slots',
  },
  'aggregate-each': {
    severity: 'error',
    message:
      '`each` cannot stand in an aggregate, which takes facts and not items: ask with `has(…)`, or let a rule of an earlier module assert a fact for each item',
  },
  'aggregate-name': { severity: 'error', message: 'what `{fold}` gives is named `{written}`' },
  'aggregate-not-settled': {
    severity: 'error',
    message:
      '`{template}` is counted when module `{module}` gets the focus, and rule `{rule}` of module `{other}` changes it then or later: count it in a later module',
  },
  'aggregate-of': {
    severity: 'error',
    message: '`{text}` is not a variable or slot of a pattern in `from`',
  },
  'aggregate-recent': {
    severity: 'error',
    message:
      'an aggregate cannot look at the clock: to count the facts of a span of time write the condition `{meant}` on a slot of another pattern',
  },
  'aggregate-type': {
    severity: 'error',
    message: '`{fold}` cannot take slot `{slot}` of type {type}',
  },
  'aggregate-unused': {
    severity: 'error',
    message: '`{fold}` needs `as` or `expression`: nothing asks for what it gives',
  },
  'alias-out-of-reach': {
    severity: 'error',
    message:
      '`${name}` is not bound before this place: an alias reaches from its pattern on, and not out of a group',
  },
  'allowed-values-empty': {
    severity: 'error',
    message: 'the list of allowed values of slot `{slot}` is empty',
  },
  'argument-count': {
    severity: 'error',
    message: '`{operator}` takes {expected} argument(s), found {found}',
  },
  'argument-kind': { severity: 'error', message: '`{operator}` takes {expected} here' },
  'bad-alias': { severity: 'error', message: '`{text}` is no alias: write `$` and a name' },
  'bad-argument': { severity: 'error', message: '`{operator}` cannot take `{text}`: {problem}' },
  'bad-character': { severity: 'error', message: 'the character {character} may not stand here' },
  'bad-csv': { severity: 'error', message: 'this is no CSV: {problem}' },
  'bad-identifier': {
    severity: 'error',
    message: '`{text}` is no name: letters, digits, `_` and `-`, beginning with a letter or `_`',
  },
  'bad-path': { severity: 'error', message: '`{text}` is no path: {problem}' },
  'bad-pattern': { severity: 'error', message: 'the pattern is no regular expression of RE2: {problem}' },
  'bad-variable': { severity: 'error', message: '`{text}` is no variable: write `?` and a name' },
  'bind-of-list': { severity: 'error', message: 'slot `{slot}` is bound as `{written}`' },
  'clips-argument-count': {
    severity: 'error',
    message: '`{name}` takes {expected} argument(s), found {found}',
  },
  'clips-argument-type': {
    severity: 'error',
    message: 'argument {position} of `{name}` must be {expected}, this is {found}',
  },
  'clips-bind-in-query': {
    severity: 'error',
    message: '`bind` may not stand in the test of a fact-set query',
  },
  'clips-bind-outside-function': {
    severity: 'error',
    message: '`bind` stands in functions only: a condition or a slot value has no variables of its own',
  },
  'clips-break-value': {
    severity: 'error',
    message: 'a `{form}` left by `break` has no value, and its value is used here',
  },
  'clips-duplicate-case': { severity: 'error', message: 'the same case stands above already' },
  'clips-duplicate-parameter': { severity: 'error', message: 'the parameter `?{name}` is there already' },
  'clips-jump-misplaced': { severity: 'error', message: '`{name}` may stand only {place}' },
  'clips-nesting': { severity: 'error', message: 'expressions nest more than {limit} deep' },
  'clips-never-equal': {
    severity: 'error',
    message: '`{name}` compares {found} with {other}: they are never equal',
  },
  'clips-number-range': { severity: 'error', message: 'the number `{number}` is too large' },
  'clips-pattern-computed': {
    severity: 'error',
    message: 'the pattern of `service-matches` is written as a string, not computed',
  },
  'clips-rebound-variable': {
    severity: 'error',
    message: '`?{name}` is the variable of the {form} around and cannot be bound',
  },
  'clips-refused-function': { severity: 'error', message: '`{name}` is not in the language: {reason}' },
  'clips-sort-function': {
    severity: 'error',
    message: 'the first argument of `sort` must be the name of a function of two arguments',
  },
  'clips-syntax': { severity: 'error', message: '{problem}' },
  'clips-too-many-parts': {
    severity: 'error',
    message: 'more than {limit} parts in one form or one inside the other',
  },
  'clips-truth-value': {
    severity: 'error',
    message: 'expected TRUE or FALSE, found {found}: anything but FALSE counts as true',
  },
  'clips-unbound-variable': { severity: 'error', message: 'the variable `?{name}` is not bound' },
  'clips-unknown-function': { severity: 'error', message: 'there is no function `{name}`' },
  'compares-with-itself': { severity: 'error', message: 'slot `{slot}` is compared with itself' },
  'compartment-name': {
    severity: 'error',
    message: '`{name}` is no name of a compartment: it is not empty and holds no bar and no space around it',
  },
  'conflicting-keys': { severity: 'error', message: '`{first}` and `{second}` may not stand together' },
  'constant-call': {
    severity: 'error',
    message: '`const` takes the name of a constant, and a key when that is a map',
  },
  'constant-kind': {
    severity: 'error',
    message: 'constant `{name}` is {found}, and {expected} is needed here',
  },
  'constant-text': {
    severity: 'error',
    message: '`{text}` is not filled in: `{key}` is constant. Write the text itself, or use `metadata`',
  },
  'constant-types': { severity: 'error', message: 'the values of constant `{name}` are not of one type' },
  'constants-too-large': {
    severity: 'error',
    message: 'where they are used, the constants of the ruleset stand for more than {limit} values',
  },
  'counted-fact-changed': {
    severity: 'error',
    message:
      'facts of `{template}` are counted by a temporal condition: rules may not retract or modify them',
  },
  'decide-conflict': {
    severity: 'error',
    message: '`decide` is `{value}` here and `{other}` in {file}: a ruleset has one',
  },
  'default-conflict': {
    severity: 'error',
    message: 'another `default` stands in {file}: a ruleset has one',
  },
  'default-shape': { severity: 'error', message: 'slot `{slot}` takes {expected} as its default' },
  'digit-groups': {
    severity: 'error',
    message:
      '`{text}` is a list of numbers: write `{meant}` for one number, or a space behind each comma for several',
  },
  'duplicate-key': { severity: 'error', message: 'the key `{key}` is there already' },
  'duplicate-name': { severity: 'error', message: '{kind} `{name}` is declared twice, first in {file}' },
  'each-needs-list': {
    severity: 'error',
    message: '`each` takes the items of a list, and slot `{slot}` holds one value',
  },
  'each-twice': { severity: 'error', message: 'a pattern has one `each` a slot: `{slot}` has one above' },
  'effect-out-of-reach': {
    severity: 'error',
    message:
      '`${name}` is not the alias of a pattern at the top level of `when`: only such a fact is retracted or modified',
  },
  'effects-conflict': {
    severity: 'error',
    message: 'the fact of `${name}` is retracted or modified once already',
  },
  'empty-file': { severity: 'error', message: 'the file `{name}` holds no row behind its header' },
  'empty-key': {
    severity: 'error',
    message: '`{key}` has no value: write one, or remove the key',
  },
  'empty-list': { severity: 'error', message: 'at least one element is needed' },
  'escalation-without-approval': {
    severity: 'warning',
    message:
      'rule `{name}` escalates and no rule reads an approval: match a template `approval` with `from: host`, and allow what a person approved',
  },
  'expression-argument-missing': { severity: 'error', message: 'an argument is missing' },
  'expression-behind': {
    severity: 'error',
    message:
      'unexpected `{text}` after the closing parenthesis: an expression is one `operator(arguments)`. Write one condition for each part if all must hold, or `any` with one pattern for each part; put a text with parentheses in double quotes',
  },
  'expression-call': {
    severity: 'error',
    message:
      '`{text}` is not computed: expected a value. Write `{meant}` for the text, or `bind` the slot and compute in a `test`',
  },
  'expression-escape': {
    severity: 'error',
    message: 'unknown escape `{escape}`: in quotes stand `\\"`, `\\\\`, `\\n`, `\\r` and `\\t`',
  },
  'expression-form': { severity: 'error', message: 'expected `operator(arguments)`, found `{text}`' },
  'expression-joined': {
    severity: 'error',
    message:
      '`{text}` is one text: write `{meant}` for it, `in([a, b])` for several values, or one condition for each part if all must hold',
  },
  'expression-key': { severity: 'error', message: 'expected `key: value`' },
  'expression-nesting': { severity: 'error', message: 'lists and maps nest too deeply' },
  'expression-reference': {
    severity: 'error',
    message:
      'invalid reference `{text}`: expected `$alias.slot`, `$const.name` or `$const.map[key]`. For the text itself write it in double quotes in a condition, or `literal({text})` as a value',
  },
  'expression-separator': { severity: 'error', message: 'expected `,` or `{closer}`, found `{found}`' },
  'expression-unclosed': { severity: 'error', message: '`{opener}` is never closed' },
  'expression-variable': {
    severity: 'error',
    message: '`{text}` is no variable: write `?` and a name, or put the text in quotes',
  },
  'float-not-finite': { severity: 'error', message: '`{value}` is too large for a float' },
  'focus-order-conflict': {
    severity: 'error',
    message: '`{first}` comes before `{second}` here, and after it in {file}',
  },
  'focus-order-repeats': { severity: 'error', message: 'module `{name}` is in `focus_order` twice' },
  'foreign-quotes': {
    severity: 'error',
    message: 'the quotes of `{text}` are part of the text: use double quotes, `{meant}`',
  },
  'function-name-differs': { severity: 'error', message: 'the body defines `{found}`, not `{name}`' },
  'function-name-taken': { severity: 'error', message: '`{name}` is a function of CLIPS' },
  'function-parameters-differ': {
    severity: 'error',
    message: 'the body takes ({found}), `params` says ({expected})',
  },
  'graph-before': {
    severity: 'error',
    message: '`{name}` does not come before node `{node}`: list it in `after`',
  },
  'graph-cycle': { severity: 'error', message: 'node `{node}` waits for `{name}`, which waits for it' },
  'graph-documents': { severity: 'error', message: 'a graph is one document' },
  'graph-fleet-template': {
    severity: 'error',
    message: 'facts of template `{name}` are shared by a fleet: a graph asserts none',
  },
  'graph-host-template': {
    severity: 'error',
    message: 'only the host brings facts of template `{name}`: a graph asserts none',
  },
  'graph-missing-slot': { severity: 'error', message: 'template `{template}` needs slot `{slot}`' },
  'graph-name': { severity: 'error', message: 'the graph is called `{found}` and its file `{expected}`' },
  'graph-reference': {
    severity: 'error',
    message:
      '`{text}` is no reference: write `${params.name}`, or `${nodes.id.decision}`, `.reason` or `.metadata.key`',
  },
  'graph-ruleset': { severity: 'error', message: 'ruleset `{name}` {problem}' },
  'graph-too-large': { severity: 'error', message: 'more than {limit} {what}' },
  'hierarchy-parameters': {
    severity: 'error',
    message: 'a classification function takes two parameters, the levels to compare',
  },
  'host-fleet-template': {
    severity: 'error',
    message: 'facts of template `{name}` come from the host or are shared by a fleet, not both',
  },
  'import-cycle': { severity: 'error', message: 'this import leads back to its own file: {path}' },
  'incomplete-condition': { severity: 'error', message: 'the condition has no {missing}' },
  'input-document-template': {
    severity: 'error',
    message: '`{name}` comes from the document only: a rule cannot assert, modify or retract its facts',
  },
  'input-file': { severity: 'error', message: 'cannot read the declaration `{name}`: {problem}' },
  'input-fleet-template': {
    severity: 'error',
    message: 'facts of template `{name}` are shared by a fleet: `input` brings none',
  },
  'input-host-template': {
    severity: 'error',
    message: 'only the host brings facts of template `{name}`: `input` brings none',
  },
  'input-missing-slot': {
    severity: 'error',
    message: 'template `{template}` needs slot `{slot}`: give it a path',
  },
  'input-word': { severity: 'error', message: 'unknown word `{text}`: expected one of {expected}' },
  'integer-out-of-range': { severity: 'error', message: '`{value}` does not fit into 64 bits' },
  'list-expected': {
    severity: 'error',
    message: '`{key}` takes a list, found {found}: write `{key}: {meant}`',
  },
  'looks-like-reference': {
    severity: 'error',
    message:
      'the text `{text}` looks like a reference: write `{meant}` for that, or `literal({text})` for the text',
  },
  'matching-too-large': {
    severity: 'error',
    message: 'the regular expressions of the ruleset together compile to more than {limit} numbers',
  },
  'max-items-without-list': {
    severity: 'error',
    message: '`max_items` belongs to a list: slot `{slot}` has no `list: true`',
  },
  'missing-key': { severity: 'error', message: '{owner} needs `{key}`' },
  'module-never-focused': {
    severity: 'warning',
    message: 'module `{name}` has rules and is not in `focus_order`: they never fire',
  },
  'negation-in-same-module': {
    severity: 'warning',
    message:
      'facts of `{template}` are asserted by rule `{other}` of the same module, which need not fire first: put that rule into an earlier module',
  },
  'negative-count': { severity: 'error', message: 'a count is 0 or more, `{text}` is not' },
  'nesting-too-deep': { severity: 'error', message: 'lists and maps nest more than {limit} deep' },
  'never-holds': { severity: 'error', message: 'this can never hold: {why}' },
  'no-hierarchy': { severity: 'error', message: '`{operator}` needs a hierarchy and none is loaded' },
  'not-filled-in': {
    severity: 'error',
    message: 'only a string is filled in, and slot `{slot}` is {type}: write `{meant}`',
  },
  'number-out-of-range': { severity: 'error', message: '{number} is not between {minimum} and {maximum}' },
  'obligation-without-action': {
    severity: 'error',
    message: 'an obligation belongs to an action, and the rule has none',
  },
  'open-denial': {
    severity: 'warning',
    message:
      '`{operator}` is false of what it cannot read, so that rule `{name}` ({action}) lets it pass: use `{complement}` with what is allowed',
  },
  'operator-needs-list': {
    severity: 'error',
    message: '`{operator}` asks about a list, and slot `{slot}` holds one value',
  },
  'operator-on-list': {
    severity: 'error',
    message:
      '`{operator}` takes one value and slot `{slot}` is a list: ask with `has(…)`, or take the items with `each`',
  },
  'operator-on-now': {
    severity: 'error',
    message: 'operator `{operator}` asks nothing of the clock; use one of {operators}',
  },
  'operator-slot-type': {
    severity: 'error',
    message: '`{operator}` does not apply to slot `{slot}` of type {type}',
  },
  'order-dependent-decision': {
    severity: 'warning',
    message:
      'rules `{other}` and `{name}` can fire together, with different actions and the same salience: under `decide: {decide}` their order decides; a table with `hit: first` states it',
  },
  'path-level': {
    severity: 'error',
    message:
      '`{text}` begins at the document, but paths of one `each` nest: each begins at `@`, an item of the path before. For several lists side by side write `each: { any: [path, path] }`',
  },
  'path-outer': {
    severity: 'error',
    message: '`{text}` begins at an outer item: a path of `each` begins at `@`, the item of the path before',
  },
  'path-start': {
    severity: 'error',
    message: '`{text}` begins at an item, but there is none yet: the first path of `each` begins at `$`',
  },
  'path-without-item': {
    severity: 'error',
    message: 'there is no item `{text}`: `each` has fewer levels',
  },
  'property-not-single': {
    severity: 'error',
    message: 'property `{name}` of an obligation takes a value or a list of values',
  },
  'reason-brace': {
    severity: 'error',
    message: '`{brace}` stands alone: a brace of the text is written twice',
  },
  'reason-name': {
    severity: 'error',
    message: '`{text}` in braces is neither a name nor `alias.slot`: a brace of the text is written twice',
  },
  'reference-in-fact': {
    severity: 'error',
    message: '`{text}` is text in a suite: write the value, or `{escape}` if the text is meant',
  },
  'reference-in-text': {
    severity: 'error',
    message:
      '`{text}` is not filled in here: write `{meant}` for the value, or rename `{name}` in the rule if the text is meant',
  },
  'relation-as-template': {
    severity: 'error',
    message:
      '`{name}` is a relation: its rows are no facts, and a pattern matches them by `relation: {name}`',
  },
  'relation-header': {
    severity: 'error',
    message: 'the first line names the columns, each once: {columns}',
  },
  'relation-name-taken': { severity: 'error', message: '`{name}` is the name of a template' },
  'relation-row-changed': {
    severity: 'error',
    message: '`${alias}` is a row of relation `{name}`: rows are constant, no rule retracts or modifies one',
  },
  'relations-too-large': {
    severity: 'error',
    message:
      'here the patterns of the ruleset try more than {limit} rows of relations one by one; rows are found without that by `equals`',
  },
  'reordering-character': {
    severity: 'error',
    message:
      'the invisible character {character} reorders what is shown: remove it, or write `{escape}` in a double-quoted text',
  },
  'reserved-name': { severity: 'error', message: '`{name}`: names that begin with `{prefix}` are reserved' },
  'reserved-template-name': {
    severity: 'error',
    message: '`{name}` is a word of CLIPS and no template name',
  },
  'row-length': {
    severity: 'error',
    message: '{expected} cells are needed, one a column, and {found} found',
  },
  'rule-without-effect': {
    severity: 'warning',
    message: 'rule `{name}` has no action, asserts nothing and changes nothing',
  },
  'rule-without-pattern': {
    severity: 'warning',
    message: 'rule `{name}` decides and needs no fact: no pattern of it must match',
  },
  'rules-too-large': {
    severity: 'error',
    message:
      'with rule `{name}` the rules are too large: with every `any` written out their patterns come to more than {limit}',
  },
  'ruleset-without-rules': {
    severity: 'warning',
    message: 'the ruleset has no rules: nothing is ever decided',
  },
  'setting-kind': {
    severity: 'error',
    message: 'constant `{name}` is {expected}, and the load gives {found}',
  },
  'short-action': { severity: 'error', message: '{problem}' },
  'short-aggregate': {
    severity: 'error',
    message: 'an aggregate must be alone on one side of a comparison: name it in `let`',
  },
  'short-aggregate-value': {
    severity: 'error',
    message: 'expected a slot or path as the value of `{quantifier}`',
  },
  'short-alternatives': { severity: 'error', message: '`{name}` is not bound in every alternative' },
  'short-any-item': {
    severity: 'warning',
    message:
      'rule `{name}`: one `{item}` that fits allows the whole document: if all must fit, use `forall({item} in …, …)`',
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
    message: 'unexpected character `{character}`: names have no signs, and texts are quoted',
  },
  'short-coalesce': { severity: 'error', message: '`??` {problem}' },
  'short-constant': { severity: 'error', message: 'expected `const.name`, or `const.map[key]`' },
  'short-constant-condition': { severity: 'error', message: 'the condition is constant' },
  'short-constructor': { severity: 'error', message: 'expected `template(slot = value, …)`' },
  'short-dash': {
    severity: 'error',
    message: '`-` in a path: write `{meant}`, or blanks around `-` for a difference',
  },
  'short-each-quantifier': {
    severity: 'error',
    message: 'quantifier over a list of a fact: use `for`, or `.has(…)`',
  },
  'short-empty': { severity: 'error', message: '`{key}` must not be empty' },
  'short-escape': {
    severity: 'error',
    message: 'unknown escape `\\{character}`: write a pattern between backticks',
  },
  'short-expected': { severity: 'error', message: 'expected {expected}, found {found}' },
  'short-for-missing': {
    severity: 'error',
    message:
      '`{path}` may be missing, and this rule would not fire: use `exists({name} in {path}, …)`, declare it with `!`, or write `{path}?`',
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
  'short-levels': {
    severity: 'error',
    message:
      '`{path}` is more than {limit} levels of lists deep: `for` and quantifiers go through at most {limit}',
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
    message: '{what} has no form in a test: use it alone, or joined by `and`, on a slot of the last fact',
  },
  'short-not-a-condition': { severity: 'error', message: '`{text}` is not a condition: {advice}' },
  'short-now': {
    severity: 'error',
    message: '`now` in an expression: compare it with a time, or use `.older_than(…)`, `.within_last(…)`',
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
    message: '`?` expects a path of the document, and is its last character',
  },
  'short-optional-negated': {
    severity: 'error',
    message:
      '`{path}?` with `{sign}` has two readings: write `not ({path}? {opposite} …)` if a missing value is fine, or `has({path}) and {path} {sign} …` if it is not',
  },
  'short-path': { severity: 'error', message: '{problem}' },
  'short-paths': { severity: 'error', message: 'rules name more than {limit} paths of the document' },
  'short-table-missing': {
    severity: 'error',
    message: '`{path}` may be missing in a table: declare it with `!` or a default (or use rules)',
  },
  'short-text-arithmetic': { severity: 'error', message: '`{sign}` on texts: expected numbers' },
  'short-too-long': { severity: 'error', message: 'the expression has more than {limit} tokens' },
  'short-type': { severity: 'error', message: '{problem}' },
  'short-unclosed': { severity: 'error', message: 'unclosed text: expected a closing `{quote}`' },
  'short-unknown-key': { severity: 'error', message: 'unknown key `{key}` in {owner}' },
  'short-unknown-name': { severity: 'error', message: 'unknown name `{name}`: {expected}' },
  'short-unknown-operator': { severity: 'error', message: 'unknown operator `{name}`' },
  'short-unrelated': {
    severity: 'warning',
    message: 'rule `{name}`: nothing relates {groups}: the rule is for every combination',
  },
  'short-vacuous': {
    severity: 'warning',
    message:
      'rule `{name}`: `forall({item} in …)` holds if there are no elements: add `exists(…)`, or `size(…) > 0`, if there must be one',
  },
  'short-value': {
    severity: 'error',
    message: 'invalid value beside `when`: expected a name, literal or list',
  },
  'short-value-missing': {
    severity: 'error',
    message: '`{path}` may be missing, and this rule fires nevertheless: declare it, or use `??`',
  },
  'source-too-long': { severity: 'error', message: 'the file has {bytes} bytes, more than {limit}' },
  'sources-too-long': { severity: 'error', message: 'the files together have more than {limit} bytes' },
  'suite-is-ruleset': {
    severity: 'error',
    message: '`{key}` belongs in a ruleset, and `{name}` is read as a test suite: rename the file',
  },
  'table-cell-sign': {
    severity: 'error',
    message: 'the cell `{text}` is not a test: write {meant}',
  },
  'table-column': {
    severity: 'error',
    message:
      '`{name}` is no column: `$alias.slot` and `?variable` are inputs; action, reason, metadata.KEY, salience, name, `assert TEMPLATE.SLOT` and `obligation TYPE.KEY` outputs',
  },
  'table-gap': {
    severity: 'warning',
    message: 'no row of table `{name}` matches {example}, and it has no default',
  },
  'table-hit': { severity: 'error', message: 'unknown hit policy `{name}`: unique, any, first or collect' },
  'table-interval': {
    severity: 'error',
    message: 'to YAML this is a list; an interval stands in quotes: `"[{text}]"`',
  },
  'table-overlap': {
    severity: 'error',
    message: 'rows `{first}` and `{second}` both match {example}: {hint}',
  },
  'table-undecided': {
    severity: 'error',
    message:
      'it cannot be decided whether rows `{first}` and `{second}` both match something: use `hit: first`',
  },
  'template-ttl': { severity: 'warning', message: '`ttl` is not set in YAML: call `Engine.setTtl`' },
  'test-no-call': {
    severity: 'error',
    message: 'a test is a call, such as `(> ?n 3)`, and `{text}` is none',
  },
  'text-too-long': { severity: 'error', message: 'the text has more than {limit} characters' },
  'timestamp-missing': {
    severity: 'error',
    message: 'template `{template}` has no slot `ts`: name the slot that holds the time',
  },
  'timestamp-type': {
    severity: 'error',
    message: 'slot `{slot}` is {type}: a time is of type time, or an integer or a float, in seconds',
  },
  'timestamps-mixed': {
    severity: 'error',
    message: 'some steps have slots of type time and others numbers of seconds: they do not compare',
  },
  'too-many-aliases': {
    severity: 'error',
    message: 'more than {aliases} aliases, or aliases that stand for more than {nodes} values',
  },
  'too-many-alternatives': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} alternatives when every `any` is written out',
  },
  'too-many-items': { severity: 'error', message: 'slot `{slot}` holds at most {limit} items' },
  'too-many-patterns': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} patterns when every `any` is written out',
  },
  'too-many-problems': { severity: 'warning', message: 'more than {limit} problems: the rest is not told' },
  'too-many-rules': { severity: 'error', message: 'more than {limit} rules' },
  'too-many-slots': { severity: 'error', message: 'template `{name}` has more than {limit} slots' },
  'too-many-sources': { severity: 'error', message: 'more than {limit} files' },
  'too-many-steps': { severity: 'error', message: 'a sequence has more than {limit} steps' },
  'too-many-tokens': { severity: 'error', message: 'the file has more than {limit} tokens' },
  'too-many-values': { severity: 'error', message: 'more than {limit} {what}' },
  'types-never-meet': {
    severity: 'error',
    message: 'slot `{slot}` is {type} and is compared with a value of type {other}',
  },
  'unbound-field': {
    severity: 'error',
    message: '`{text}` names no value: write {meant}',
  },
  'unbound-name': { severity: 'error', message: '`?{name}` is not bound before this place' },
  'unknown-action': {
    severity: 'error',
    message: 'unknown action `{name}`: allow, deny, escalate, scope or route',
  },
  'unknown-alias': { severity: 'error', message: 'no pattern of the rule has the alias `${name}`' },
  'unknown-column': { severity: 'error', message: 'relation `{relation}` has no column `{slot}`' },
  'unknown-constant': { severity: 'error', message: 'the ruleset has no constant `{name}`' },
  'unknown-constant-key': { severity: 'error', message: 'constant `{name}` has no key `{key}`' },
  'unknown-decide': {
    severity: 'error',
    message: 'unknown `decide` `{value}`: deny-overrides, allow-overrides, last or first',
  },
  'unknown-default': {
    severity: 'error',
    message: 'unknown default action `{name}`: deny, allow, escalate or none',
  },
  'unknown-file': {
    severity: 'error',
    message:
      '`{name}` is not among the files of the ruleset: a CSV file below its folder, by its path from here',
  },
  'unknown-from': {
    severity: 'error',
    message: 'unknown `from`: `{from}`: expected caller, host or document',
  },
  'unknown-function-type': {
    severity: 'error',
    message: 'unknown function type `{type}`: classification or raw',
  },
  'unknown-hierarchy': { severity: 'error', message: 'unknown hierarchy `{name}`' },
  'unknown-import': {
    severity: 'error',
    message: '`{name}` is no ruleset below the root: a YAML file or a folder of them, by its path from here',
  },
  'unknown-key': { severity: 'error', message: 'unknown key `{key}` in {owner}' },
  'unknown-level': { severity: 'error', message: 'hierarchy `{hierarchy}` has no level `{level}`' },
  'unknown-log': { severity: 'error', message: 'unknown log level `{name}`: none, summary or full' },
  'unknown-module': { severity: 'error', message: 'unknown module `{name}`' },
  'unknown-node': { severity: 'error', message: 'unknown node `{name}`' },
  'unknown-operator': {
    severity: 'error',
    message: 'unknown operator `{name}`: a slot of type {type} takes {operators} and others',
  },
  'unknown-relation': { severity: 'error', message: 'unknown relation `{name}`' },
  'unknown-scope': { severity: 'error', message: 'unknown scope `{scope}`: session or fleet' },
  'unknown-slot': { severity: 'error', message: 'template `{template}` has no slot `{slot}`' },
  'unknown-slot-type': {
    severity: 'error',
    message: 'unknown slot type `{type}`: string, symbol, integer, float, boolean or time',
  },
  'unknown-template': { severity: 'error', message: 'unknown template `{name}`' },
  'value-never-fits': { severity: 'error', message: 'slot `{slot}` is {type} and this value never is' },
  'value-not-allowed': {
    severity: 'error',
    message: '`{value}` is not among the allowed values of slot `{slot}`',
  },
  'value-not-boolean': {
    severity: 'error',
    message: 'slot `{slot}` is boolean and this value is not always TRUE or FALSE: compare it',
  },
  'value-shape': { severity: 'error', message: 'slot `{slot}` takes {expected}' },
  'variable-of-branch': {
    severity: 'error',
    message: '`?{name}` is not bound alike in every branch of `any`',
  },
  'variable-of-group': {
    severity: 'error',
    message: '`?{name}` is bound inside `not`, `exists` or `forall` only and is not known outside',
  },
  'window-not-positive': {
    severity: 'error',
    message: 'a span of time is more than 0 seconds, `{text}` is not: write `1s` or more',
  },
  'written-otherwise': { severity: 'error', message: 'invalid `{text}`: write `{meant}`' },
  'wrong-kind': { severity: 'error', message: 'expected {expected}, found {found}' },
  'wrong-literal': { severity: 'error', message: '`{text}` is no value of type {type}' },
  'yaml-alias-cycle': { severity: 'error', message: 'the alias `*{name}` stands within its own anchor' },
  'yaml-alias-unknown': { severity: 'error', message: 'the alias `*{name}` has no anchor before it' },
  'yaml-key': { severity: 'error', message: 'a key must be plain text' },
  'yaml-merge-key': {
    severity: 'error',
    message: 'merge keys (`<<`) are not part of YAML 1.2: write the keys out',
  },
  'yaml-syntax': { severity: 'error', message: '{problem}' },
  'yaml-tag': {
    severity: 'error',
    message: 'the tag `{tag}` is not one of the core schema, or the value does not fit it',
  },
  'yaml-version': {
    severity: 'warning',
    message: 'the document asks for YAML {version} and is read as YAML 1.2',
  },
} as const satisfies Record<string, { readonly severity: Severity; readonly message: string }>;

export type Severity = 'error' | 'warning';
export type DiagnosticCode = keyof typeof CODES;
