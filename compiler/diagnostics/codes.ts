/**
 * The table of diagnostics: every code with its severity and message, in alphabetical order. A code is never reused
 * for another meaning. Messages follow `what is wrong: what was expected`, in lower case, without a final full stop and
 * with user text in backticks. `{name}` is filled from the parameters. docs/diagnostics.md explains each code; a test
 * checks that table and page agree.
 */
export const CODES = {
  'action-missing': {
    severity: 'error',
    message: 'rule `{name}` describes a decision but has no `action`: write `action: {actions}`',
  },
  'aggregate-bind': {
    severity: 'error',
    message: '`{name}` is an aggregate value and cannot be bound: compare with it instead',
  },
  'aggregate-content': {
    severity: 'error',
    message: '{what} cannot be used in an aggregate: expected patterns with conditions on slots',
  },
  'aggregate-each': {
    severity: 'error',
    message:
      '`each` cannot be used in an aggregate, which counts facts and not items: use `has(…)`, or assert a fact for each item in a rule of an earlier module',
  },
  'aggregate-name': {
    severity: 'error',
    message: 'invalid variable for the value of `{fold}`: write `{written}`',
  },
  'aggregate-not-settled': {
    severity: 'error',
    message:
      '`{template}` is counted when module `{module}` gets the focus, but rule `{rule}` of module `{other}` can change it then or later: count it in a later module',
  },
  'aggregate-of': {
    severity: 'error',
    message: 'unknown value `{text}`: expected a variable, or a slot of a pattern in `from`',
  },
  'aggregate-recent': {
    severity: 'error',
    message:
      'an aggregate cannot read the clock: to count the facts of a time span, write the condition `{meant}` on a slot of another pattern',
  },
  'aggregate-type': {
    severity: 'error',
    message: '`{fold}` cannot aggregate slot `{slot}` of type {type}',
  },
  'aggregate-unused': {
    severity: 'error',
    message: '`{fold}` has no effect: add `as` or `expression`',
  },
  'alias-out-of-reach': {
    severity: 'error',
    message:
      '`${name}` is not bound here: an alias can be used after its pattern, and only inside the same group',
  },
  'allowed-values-empty': {
    severity: 'error',
    message: 'the list of allowed values of slot `{slot}` is empty',
  },
  'argument-count': {
    severity: 'error',
    message: '`{operator}` takes {expected} argument(s), found {found}',
  },
  'argument-kind': { severity: 'error', message: 'invalid argument for `{operator}`: expected {expected}' },
  'bad-alias': { severity: 'error', message: 'invalid alias `{text}`: expected `$` followed by a name' },
  'bad-argument': { severity: 'error', message: 'invalid argument `{text}` for `{operator}`: {problem}' },
  'bad-character': { severity: 'error', message: 'the character {character} is not allowed' },
  'bad-csv': { severity: 'error', message: 'invalid CSV: {problem}' },
  'bad-identifier': {
    severity: 'error',
    message: 'invalid name `{text}`: expected letters, digits, `_` and `-`, beginning with a letter or `_`',
  },
  'bad-path': { severity: 'error', message: 'invalid path `{text}`: {problem}' },
  'bad-pattern': { severity: 'error', message: 'invalid regular expression (RE2 syntax): {problem}' },
  'bad-variable': {
    severity: 'error',
    message: 'invalid variable `{text}`: expected `?` followed by a name',
  },
  'bind-of-list': { severity: 'error', message: 'invalid variable for slot `{slot}`: write `{written}`' },
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
  'clips-break-value': {
    severity: 'error',
    message: 'a `{form}` that `break` can leave has no value, but its value is used here',
  },
  'clips-duplicate-case': {
    severity: 'error',
    message: 'duplicate case: an earlier `case` has the same value',
  },
  'clips-duplicate-parameter': { severity: 'error', message: 'duplicate parameter `?{name}`' },
  'clips-jump-misplaced': { severity: 'error', message: '`{name}` can only be used {place}' },
  'clips-nesting': { severity: 'error', message: 'expressions nest more than {limit} levels deep' },
  'clips-never-equal': {
    severity: 'error',
    message: '`{name}` compares {found} with {other}, which are never equal',
  },
  'clips-number-range': { severity: 'error', message: 'the number `{number}` is too large' },
  'clips-pattern-computed': {
    severity: 'error',
    message: 'the pattern of `service-matches` must be a string literal',
  },
  'clips-rebound-variable': {
    severity: 'error',
    message: '`?{name}` belongs to the enclosing {form} and cannot be bound',
  },
  'clips-refused-function': { severity: 'error', message: '`{name}` is not supported: {reason}' },
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
  'commented-key': {
    severity: 'error',
    message:
      '`{key}` is a key and not a comment: remove it, or begin its line with `#`, outside of quotes and braces',
  },
  'compares-with-itself': { severity: 'error', message: 'slot `{slot}` is compared with itself' },
  'compartment-name': {
    severity: 'error',
    message:
      'invalid compartment name `{name}`: expected a text without `|` and without spaces at either end',
  },
  'conflicting-keys': { severity: 'error', message: '`{first}` cannot be combined with `{second}`' },
  'constant-call': {
    severity: 'error',
    message: 'invalid `const`: expected the name of a constant, and a key if the constant is a map',
  },
  'constant-kind': {
    severity: 'error',
    message: 'constant `{name}` is {found}, but {expected} is expected here',
  },
  'constant-text': {
    severity: 'error',
    message:
      '`{text}` is not filled in, because `{key}` is constant: write the text itself, or use `metadata`',
  },
  'constant-types': {
    severity: 'error',
    message: 'the values of constant `{name}` do not all have the same type',
  },
  'constants-too-large': {
    severity: 'error',
    message: 'the constants of the ruleset expand to more than {limit} values where they are used',
  },
  'counted-fact-changed': {
    severity: 'error',
    message: 'facts of `{template}` cannot be retracted or modified: a temporal condition counts them',
  },
  'decide-conflict': {
    severity: 'error',
    message: '`decide` is `{value}` here and `{other}` in {file}: a ruleset can have only one',
  },
  'default-conflict': {
    severity: 'error',
    message: '`default` is already defined in {file}: a ruleset can have only one',
  },
  'default-shape': { severity: 'error', message: 'invalid default for slot `{slot}`: expected {expected}' },
  'digit-groups': {
    severity: 'error',
    message:
      '`{text}` is read as a list of numbers: write `{meant}` for one number, or put a space after each comma for several',
  },
  'duplicate-key': { severity: 'error', message: 'duplicate key `{key}`' },
  'duplicate-name': { severity: 'error', message: '{kind} `{name}` is already defined in {file}' },
  'each-needs-list': {
    severity: 'error',
    message: '`each` needs a list, but slot `{slot}` holds one value',
  },
  'each-twice': {
    severity: 'error',
    message: 'duplicate `each` for slot `{slot}`: a pattern can have one per slot',
  },
  'effect-out-of-reach': {
    severity: 'error',
    message:
      '`${name}` cannot be retracted or modified: expected the alias of a pattern at the top level of `when`',
  },
  'effects-conflict': {
    severity: 'error',
    message: 'the fact of `${name}` is already retracted or modified',
  },
  'empty-file': { severity: 'error', message: 'the file `{name}` has no rows after its header' },
  'empty-key': {
    severity: 'error',
    message: '`{key}` has no value: add one, or remove the key',
  },
  'empty-list': { severity: 'error', message: 'the list is empty: expected at least one element' },
  'escalation-without-approval': {
    severity: 'warning',
    message:
      'rule `{name}` escalates, but no rule reads an approval: match a template `approval` with `from: host`, and allow what a person approved',
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
  'expression-joined': {
    severity: 'error',
    message:
      '`{text}` is one text: write `{meant}` for that text, `in([a, b])` for several values, or one condition per part if all must hold',
  },
  'expression-key': { severity: 'error', message: 'expected `key: value`' },
  'expression-nesting': { severity: 'error', message: 'lists and maps nest too deeply' },
  'expression-reference': {
    severity: 'error',
    message:
      'invalid reference `{text}`: expected `$alias.slot`, `$const.name` or `$const.map[key]`. For the text itself, write it in double quotes in a condition, or `literal({text})` as a value',
  },
  'expression-separator': { severity: 'error', message: 'expected `,` or `{closer}`, found `{found}`' },
  'expression-unclosed': { severity: 'error', message: '`{opener}` is never closed' },
  'expression-variable': {
    severity: 'error',
    message: 'invalid variable `{text}`: expected `?` followed by a name, or a text in quotes',
  },
  'float-not-finite': { severity: 'error', message: '`{value}` is too large for a float' },
  'focus-order-conflict': {
    severity: 'error',
    message: 'conflicting focus order: `{first}` comes before `{second}` here, but after it in {file}',
  },
  'focus-order-repeats': { severity: 'error', message: 'module `{name}` appears twice in `focus_order`' },
  'foreign-quotes': {
    severity: 'error',
    message: 'the quotes of `{text}` are part of the text: use double quotes, as in `{meant}`',
  },
  'formula-value': {
    severity: 'error',
    message: 'the sign is part of the text `{text}`: write `{meant}`, or `literal({text})` for the text',
  },
  'function-name-differs': { severity: 'error', message: 'the body defines `{found}`, not `{name}`' },
  'function-name-taken': { severity: 'error', message: '`{name}` is already a CLIPS function' },
  'function-parameters-differ': {
    severity: 'error',
    message: 'the body takes ({found}), but `params` lists ({expected})',
  },
  'graph-before': {
    severity: 'error',
    message: '`{name}` does not run before node `{node}`: list it in `after`',
  },
  'graph-cycle': {
    severity: 'error',
    message: 'circular dependency: node `{node}` waits for `{name}`, which waits for it',
  },
  'graph-documents': { severity: 'error', message: 'expected one YAML document per graph' },
  'graph-fleet-template': {
    severity: 'error',
    message: 'a graph cannot assert facts of template `{name}`, which a fleet shares',
  },
  'graph-host-template': {
    severity: 'error',
    message: 'a graph cannot assert facts of template `{name}`, which only the host provides',
  },
  'graph-missing-slot': { severity: 'error', message: 'template `{template}` needs slot `{slot}`' },
  'graph-name': {
    severity: 'error',
    message: 'the graph is named `{found}`, but its file is named `{expected}`',
  },
  'graph-reference': {
    severity: 'error',
    message:
      'invalid reference `{text}`: expected `${params.name}`, or `${nodes.id.decision}`, `.reason` or `.metadata.key`',
  },
  'graph-ruleset': { severity: 'error', message: 'ruleset `{name}` {problem}' },
  'graph-too-large': { severity: 'error', message: 'more than {limit} {what}' },
  'hierarchy-parameters': {
    severity: 'error',
    message: 'a classification function takes two parameters: the levels to compare',
  },
  'host-fleet-template': {
    severity: 'error',
    message: 'facts of template `{name}` cannot both come from the host and be shared by a fleet',
  },
  'import-cycle': { severity: 'error', message: 'circular import: {path}' },
  'incomplete-condition': { severity: 'error', message: 'the condition has no {missing}' },
  'input-document-template': {
    severity: 'error',
    message: '`{name}` comes from the document only: a rule cannot assert, modify or retract its facts',
  },
  'input-file': { severity: 'error', message: 'cannot read the declaration `{name}`: {problem}' },
  'input-fleet-template': {
    severity: 'error',
    message: '`input` cannot provide facts of template `{name}`, which a fleet shares',
  },
  'input-host-template': {
    severity: 'error',
    message: '`input` cannot provide facts of template `{name}`, which only the host provides',
  },
  'input-missing-slot': {
    severity: 'error',
    message: 'template `{template}` needs slot `{slot}`: add a path for it',
  },
  'input-word': { severity: 'error', message: 'unknown word `{text}`: expected one of {expected}' },
  'integer-out-of-range': { severity: 'error', message: '`{value}` does not fit in 64 bits' },
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
  'looks-like-reference': {
    severity: 'error',
    message:
      '`{text}` looks like a reference: write `{meant}` for the value, or `literal({text})` for the text',
  },
  'matching-too-large': {
    severity: 'error',
    message:
      'the regular expressions of the ruleset are too large: together they compile to more than {limit} numbers',
  },
  'max-items-without-list': {
    severity: 'error',
    message: '`max_items` needs a list: slot `{slot}` has no `list: true`',
  },
  'misplaced-key': {
    severity: 'error',
    message: '`{key}` does nothing in `metadata`: move it to {owner}, or give the metadata another name',
  },
  'missing-key': { severity: 'error', message: '{owner} needs `{key}`' },
  'module-never-focused': {
    severity: 'warning',
    message: 'module `{name}` has rules that never fire: add it to `focus_order`',
  },
  'negation-in-same-module': {
    severity: 'warning',
    message:
      'rule `{other}` of the same module asserts facts of `{template}` and may fire later: move that rule to an earlier module',
  },
  'negative-count': { severity: 'error', message: 'invalid count `{text}`: expected 0 or more' },
  'nesting-too-deep': { severity: 'error', message: 'lists and maps nest more than {limit} levels deep' },
  'never-holds': { severity: 'error', message: 'this can never hold: {why}' },
  'no-hierarchy': { severity: 'error', message: '`{operator}` needs a hierarchy, but none is loaded' },
  'not-filled-in': {
    severity: 'error',
    message: 'only a string is filled in, but slot `{slot}` is {type}: write `{meant}`',
  },
  'number-out-of-range': { severity: 'error', message: '{number} is not between {minimum} and {maximum}' },
  'obligation-without-action': {
    severity: 'error',
    message: 'an obligation needs an action, but the rule has none',
  },
  'open-denial': {
    severity: 'warning',
    message:
      '`{operator}` is false for a value that it cannot read, so rule `{name}` ({action}) lets it pass: use `{complement}` with the allowed values',
  },
  'operator-needs-list': {
    severity: 'error',
    message: '`{operator}` needs a list, but slot `{slot}` holds one value',
  },
  'operator-on-list': {
    severity: 'error',
    message:
      '`{operator}` needs one value, but slot `{slot}` is a list: use `has(…)`, or iterate over the items with `each`',
  },
  'operator-on-now': {
    severity: 'error',
    message: '`{operator}` cannot test the clock: use one of {operators}',
  },
  'operator-slot-type': {
    severity: 'error',
    message: '`{operator}` does not apply to slot `{slot}` of type {type}',
  },
  'order-dependent-decision': {
    severity: 'warning',
    message:
      'rules `{other}` and `{name}` can fire together, with different actions and the same salience: under `decide: {decide}` their order decides. To make the order explicit, use a table with `hit: first`',
  },
  'path-level': {
    severity: 'error',
    message:
      '`{text}` starts at the document, but the paths of one `each` nest: start it at `@`, an item of the previous path. For several separate lists write `each: { any: [path, path] }`',
  },
  'path-outer': {
    severity: 'error',
    message: '`{text}` starts at an outer item: a path of `each` starts at `@`, an item of the previous path',
  },
  'path-start': {
    severity: 'error',
    message: '`{text}` starts at an item, but there is none yet: start the first path of `each` at `$`',
  },
  'path-without-item': {
    severity: 'error',
    message: 'unknown item `{text}`: `each` has fewer levels',
  },
  'property-not-single': {
    severity: 'error',
    message: 'invalid value for property `{name}` of an obligation: expected a value or a list of values',
  },
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
    message: '`{text}` fills in a value in other languages only: write `{meant}`',
  },
  'reference-in-fact': {
    severity: 'error',
    message: '`{text}` is text in a suite: write the value, or `{escape}` for the text',
  },
  'reference-in-text': {
    severity: 'error',
    message:
      '`{text}` is not filled in here: write `{meant}` for the value, or rename `{name}` in the rule to keep the text',
  },
  'relation-as-template': {
    severity: 'error',
    message: '`{name}` is a relation, not a template: match its rows with `relation: {name}`',
  },
  'relation-header': {
    severity: 'error',
    message: 'invalid header: expected each column once: {columns}',
  },
  'relation-name-taken': { severity: 'error', message: 'a template is already named `{name}`' },
  'relation-row-changed': {
    severity: 'error',
    message:
      '`${alias}` is a row of relation `{name}` and cannot be retracted or modified: rows are constant',
  },
  'relations-too-large': {
    severity: 'error',
    message:
      'the patterns of the ruleset scan more than {limit} rows of relations: add conditions with `equals`, which look rows up',
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
  'reserved-template-name': {
    severity: 'error',
    message: 'invalid template name `{name}`: CLIPS reserves this word',
  },
  'row-expected': {
    severity: 'error',
    message: 'a row is a list of cells, found {found}: write `{meant}`',
  },
  'row-length': {
    severity: 'error',
    message: 'expected {expected} cells, one per column, found {found}',
  },
  'rule-without-effect': {
    severity: 'warning',
    message: 'rule `{name}` has no action, asserts nothing and changes nothing',
  },
  'rule-without-pattern': {
    severity: 'warning',
    message: 'rule `{name}` decides without any fact: none of its patterns has to match',
  },
  'rules-too-large': {
    severity: 'error',
    message:
      'the rules are too large: up to rule `{name}`, their patterns come to more than {limit} when every `any` is expanded',
  },
  'ruleset-without-rules': {
    severity: 'warning',
    message: 'the ruleset has no rules: nothing is ever decided',
  },
  'setting-kind': {
    severity: 'error',
    message: 'constant `{name}` is {expected}, but the value given at load is {found}',
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
  'stray-sign': {
    severity: 'error',
    message:
      '`{text}` ends with punctuation or a comment of another language: write `{meant}`, or a double-quoted text',
  },
  'suite-is-ruleset': {
    severity: 'error',
    message: '`{key}` belongs in a ruleset, but `{name}` is read as a test suite: rename the file',
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
  'table-gap': {
    severity: 'warning',
    message: 'no row of table `{name}` matches {example}, and the table has no default',
  },
  'table-hit': {
    severity: 'error',
    message: 'unknown hit policy `{name}`: expected unique, any, first or collect',
  },
  'table-interval': {
    severity: 'error',
    message: 'this interval is a list in YAML: put it in quotes, `"[{text}]"`',
  },
  'table-overlap': {
    severity: 'error',
    message: 'rows `{first}` and `{second}` both match {example}: {hint}',
  },
  'table-undecided': {
    severity: 'error',
    message: 'cannot tell whether rows `{first}` and `{second}` overlap: use `hit: first`',
  },
  'template-ttl': { severity: 'warning', message: '`ttl` cannot be set in YAML: call `Engine.setTtl`' },
  'test-no-call': {
    severity: 'error',
    message: 'invalid test `{text}`: expected a call, such as `(> ?n 3)`',
  },
  'text-too-long': { severity: 'error', message: 'the text has more than {limit} characters' },
  'timestamp-missing': {
    severity: 'error',
    message: 'template `{template}` has no slot `ts`: name the slot that holds the time',
  },
  'timestamp-type': {
    severity: 'error',
    message: 'slot `{slot}` is {type}: expected a time, or an integer or float in seconds',
  },
  'timestamps-mixed': {
    severity: 'error',
    message: 'steps mix slots of type time with numbers of seconds, which cannot be compared',
  },
  'too-many-aliases': {
    severity: 'error',
    message: 'more than {aliases} aliases, or aliases that expand to more than {nodes} values',
  },
  'too-many-alternatives': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} alternatives when every `any` is expanded',
  },
  'too-many-items': { severity: 'error', message: 'slot `{slot}` holds at most {limit} items' },
  'too-many-patterns': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} patterns when every `any` is expanded',
  },
  'too-many-problems': { severity: 'warning', message: 'too many problems; showing the first {limit}' },
  'too-many-rules': { severity: 'error', message: 'more than {limit} rules' },
  'too-many-slots': { severity: 'error', message: 'template `{name}` has more than {limit} slots' },
  'too-many-sources': { severity: 'error', message: 'more than {limit} files' },
  'too-many-steps': { severity: 'error', message: 'a sequence has more than {limit} steps' },
  'too-many-tokens': { severity: 'error', message: 'the file has more than {limit} tokens' },
  'too-many-values': { severity: 'error', message: 'more than {limit} {what}' },
  'types-never-meet': {
    severity: 'error',
    message: 'slot `{slot}` is {type} and cannot be compared with a value of type {other}',
  },
  'unbound-field': {
    severity: 'error',
    message: '`{text}` is not a variable: write {meant}',
  },
  'unbound-name': { severity: 'error', message: '`?{name}` is not bound here' },
  'unknown-action': {
    severity: 'error',
    message: 'unknown action `{name}`: expected allow, deny, escalate, scope or route',
  },
  'unknown-alias': { severity: 'error', message: 'unknown alias `${name}`: no pattern of the rule has it' },
  'unknown-column': { severity: 'error', message: 'relation `{relation}` has no column `{slot}`' },
  'unknown-constant': { severity: 'error', message: 'unknown constant `{name}`' },
  'unknown-constant-key': { severity: 'error', message: 'constant `{name}` has no key `{key}`' },
  'unknown-decide': {
    severity: 'error',
    message: 'unknown `decide` `{value}`: expected deny-overrides, allow-overrides, last or first',
  },
  'unknown-default': {
    severity: 'error',
    message: 'unknown default action `{name}`: expected deny, allow, escalate or none',
  },
  'unknown-file': {
    severity: 'error',
    message: 'unknown file `{name}`: expected the relative path of a CSV file inside the ruleset folder',
  },
  'unknown-from': {
    severity: 'error',
    message: 'unknown `from` `{from}`: expected caller, host or document',
  },
  'unknown-function-type': {
    severity: 'error',
    message: 'unknown function type `{type}`: expected classification or raw',
  },
  'unknown-hierarchy': { severity: 'error', message: 'unknown hierarchy `{name}`' },
  'unknown-import': {
    severity: 'error',
    message:
      'unknown import `{name}`: expected the relative path of a YAML file, or of a folder of them, inside the root',
  },
  'unknown-key': { severity: 'error', message: 'unknown key `{key}` in {owner}' },
  'unknown-level': { severity: 'error', message: 'hierarchy `{hierarchy}` has no level `{level}`' },
  'unknown-log': { severity: 'error', message: 'unknown log level `{name}`: expected none, summary or full' },
  'unknown-module': { severity: 'error', message: 'unknown module `{name}`' },
  'unknown-node': { severity: 'error', message: 'unknown node `{name}`' },
  'unknown-operator': {
    severity: 'error',
    message: 'unknown operator `{name}`: slots of type {type} support {operators} and others',
  },
  'unknown-relation': { severity: 'error', message: 'unknown relation `{name}`' },
  'unknown-scope': { severity: 'error', message: 'unknown scope `{scope}`: expected session or fleet' },
  'unknown-slot': { severity: 'error', message: 'template `{template}` has no slot `{slot}`' },
  'unknown-slot-type': {
    severity: 'error',
    message: 'unknown slot type `{type}`: expected string, symbol, integer, float, boolean or time',
  },
  'unknown-template': { severity: 'error', message: 'unknown template `{name}`' },
  'value-never-fits': {
    severity: 'error',
    message: 'expected {type} for slot `{slot}`; this value is never one',
  },
  'value-not-allowed': {
    severity: 'error',
    message: '`{value}` is not an allowed value of slot `{slot}`',
  },
  'value-not-boolean': {
    severity: 'error',
    message: 'slot `{slot}` is boolean, but this value is not always TRUE or FALSE: write a comparison',
  },
  'value-shape': { severity: 'error', message: 'invalid value for slot `{slot}`: expected {expected}' },
  'variable-of-branch': {
    severity: 'error',
    message: '`?{name}` is not bound in the same way in every branch of `any`',
  },
  'variable-of-group': {
    severity: 'error',
    message: '`?{name}` is bound inside `not`, `exists` or `forall` and cannot be used outside',
  },
  'window-not-positive': {
    severity: 'error',
    message: 'invalid time span `{text}`: expected `1s` or more',
  },
  'written-otherwise': { severity: 'error', message: 'invalid `{text}`: write `{meant}`' },
  'wrong-kind': { severity: 'error', message: 'expected {expected}, found {found}' },
  'wrong-literal': { severity: 'error', message: '`{text}` is not a valid value of type {type}' },
  'yaml-alias-cycle': { severity: 'error', message: 'the alias `*{name}` is inside its own anchor' },
  'yaml-alias-unknown': { severity: 'error', message: 'the alias `*{name}` has no anchor before it' },
  'yaml-key': { severity: 'error', message: 'a key must be plain text' },
  'yaml-merge-key': {
    severity: 'error',
    message: 'merge keys (`<<`) are not part of YAML 1.2: write the keys out',
  },
  'yaml-syntax': { severity: 'error', message: '{problem}' },
  'yaml-tag': {
    severity: 'error',
    message: 'invalid tag `{tag}`: it is not in the core schema, or the value does not fit it',
  },
  'yaml-version': {
    severity: 'warning',
    message: 'the document declares YAML {version}, but is read as YAML 1.2',
  },
} as const satisfies Record<string, { readonly severity: Severity; readonly message: string }>;

export type Severity = 'error' | 'warning';
export type DiagnosticCode = keyof typeof CODES;
