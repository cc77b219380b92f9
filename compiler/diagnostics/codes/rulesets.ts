import type { CodeTable } from './code-table.ts';

/** Diagnostics of checking what a ruleset declares, and its rules together. */
export const RULESET_CODES = {
  'aggregate-not-settled': {
    severity: 'error',
    message:
      '`{template}` is counted when module `{module}` gets the focus, but rule `{rule}` of module `{other}` can change it then or later: count it in a later module',
  },
  'allowed-values-empty': {
    severity: 'error',
    message: 'the list of allowed values of slot `{slot}` is empty',
  },
  'budget-amount-type': {
    severity: 'error',
    message: 'the amount of a budget is {type} here: expected an integer',
  },
  'budget-changed-facts': {
    severity: 'error',
    message:
      'rule `{rule}` retracts or modifies facts of `{template}`, which budget `{name}` counts: it could hide a use',
  },
  'budget-decide': {
    severity: 'error',
    message: 'budgets need `decide: deny-overrides`, so that nothing opens what a budget closes',
  },
  'budget-for': {
    severity: 'error',
    message: 'a budget cannot count `{name}`: expected a template whose facts are sent, or `input`',
  },
  'budget-limit': {
    severity: 'error',
    message:
      'invalid limit: expected a number from 0 on, a constant, an entry of a constant map, or a slot of a template `from: host`',
  },
  'budget-limit-from-caller': {
    severity: 'error',
    message: '`{path}` comes from the caller, who would set the limit: expected a template `from: host`',
  },
  'budget-list': { severity: 'error', message: '`{path}` is a list: expected a single value' },
  'budget-path': { severity: 'error', message: '`{path}` is not a single value' },
  'budget-source': {
    severity: 'error',
    message: 'invalid `{key}` of a budget: expected a slot of `{template}`{others}',
  },
  'budget-ttl': {
    severity: 'error',
    message: 'invalid `ttl`: expected a duration such as `15m`, found `{text}`',
  },
  'budget-value': {
    severity: 'error',
    message: 'invalid `{key}` of a budget: expected a whole number, a slot or a path',
  },
  'budget-window': {
    severity: 'error',
    message:
      'invalid window `{text}`: expected a duration such as `24h`, `day ZONE`, `month ZONE` or `session`',
  },
  'budget-word': { severity: 'error', message: 'invalid `{key}`: expected {expected}, found `{text}`' },
  'conflicting-keys': { severity: 'error', message: '`{first}` cannot be combined with `{second}`' },
  'constant-types': {
    severity: 'error',
    message: 'the values of constant `{name}` do not all have the same type',
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
  'escalation-without-approval': {
    severity: 'warning',
    message:
      'rule `{name}` escalates, but no rule reads an approval: match a template `approval` with `from: host`, and allow what a person approved',
  },
  'focus-order-conflict': {
    severity: 'error',
    message: 'conflicting focus order: `{first}` comes before `{second}` here, but after it in {file}',
  },
  'focus-order-repeats': { severity: 'error', message: 'module `{name}` appears twice in `focus_order`' },
  'function-name-differs': { severity: 'error', message: 'the body defines `{found}`, not `{name}`' },
  'function-name-taken': { severity: 'error', message: '`{name}` is already a CLIPS function' },
  'function-parameters-differ': {
    severity: 'error',
    message: 'the body takes ({found}), but `params` lists ({expected})',
  },
  'hierarchy-level': {
    severity: 'error',
    message: 'invalid level name `{name}`: expected a text that is not empty, without spaces at either end',
  },
  'hierarchy-parameters': {
    severity: 'error',
    message: 'a classification function takes two parameters: the levels to compare',
  },
  'host-fleet-template': {
    severity: 'error',
    message: 'facts of template `{name}` cannot both come from the host and be shared by a fleet',
  },
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
  'matching-too-large': {
    severity: 'error',
    message:
      'the regular expressions of the ruleset are too large: together they compile to more than {limit} numbers',
  },
  'max-items-without-list': {
    severity: 'error',
    message: '`max_items` needs a list: slot `{slot}` has no `list: true`',
  },
  'module-as-name': {
    severity: 'error',
    message:
      '`ruleset: {name}` names the ruleset, and its rules are in no module: write `module: {name}` for rules of this module, or another name',
  },
  'module-never-focused': {
    severity: 'warning',
    message: 'module `{name}` has rules that never fire: add it to `focus_order`',
  },
  'negation-in-same-module': {
    severity: 'warning',
    message:
      'rule `{other}` of the same module asserts facts of `{template}` and may fire later: move that rule to an earlier module',
  },
  'open-denial': {
    severity: 'warning',
    message:
      '`{operator}` is false for a value that it cannot read, so rule `{name}` ({action}) lets it pass: use `{complement}` with the allowed values',
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
  'relation-name-taken': { severity: 'error', message: 'a template is already named `{name}`' },
  'relations-too-large': {
    severity: 'error',
    message:
      'the patterns of the ruleset scan more than {limit} rows of relations: add conditions with `equals`, which look up rows',
  },
  'reserved-template-name': {
    severity: 'error',
    message: 'invalid template name `{name}`: CLIPS reserves this word',
  },
  'rules-too-large': {
    severity: 'error',
    message:
      'too many patterns: the rules up to `{name}` have more than {limit} when every `any` is expanded',
  },
  'setting-kind': {
    severity: 'error',
    message: 'constant `{name}` is {expected}, but the value given at load is {found}',
  },
  'table-gap': {
    severity: 'warning',
    message: 'no row of table `{name}` matches {example}, and the table has no default',
  },
  'table-hit': {
    severity: 'error',
    message: 'unknown hit policy `{name}`: expected unique, any, first or collect',
  },
  'table-overlap': {
    severity: 'error',
    message: 'rows `{first}` and `{second}` both match {example}: {hint}',
  },
  'table-undecided': {
    severity: 'error',
    message: 'cannot tell whether rows `{first}` and `{second}` overlap: use `hit: first`',
  },
  'too-many-alternatives': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} alternatives when every `any` is expanded',
  },
  'too-many-patterns': {
    severity: 'error',
    message: 'rule `{name}` has more than {limit} patterns when every `any` is expanded',
  },
  'too-many-slots': { severity: 'error', message: 'template `{name}` has more than {limit} slots' },
  'too-many-values': { severity: 'error', message: 'more than {limit} {what}' },
  'unknown-decide': {
    severity: 'error',
    message: 'unknown `decide` `{value}`: expected deny-overrides, allow-overrides, last or first',
  },
  'unknown-default': {
    severity: 'error',
    message: 'unknown default action `{name}`: expected deny, allow, escalate or none',
  },
  'unknown-from': {
    severity: 'error',
    message: 'unknown `from` `{from}`: expected caller, host or document',
  },
  'unknown-function-type': {
    severity: 'error',
    message: 'unknown function type `{type}`: expected classification or raw',
  },
  'unknown-module': { severity: 'error', message: 'unknown module `{name}`' },
  'unknown-scope': { severity: 'error', message: 'unknown scope `{scope}`: expected session or fleet' },
  'unknown-slot-type': {
    severity: 'error',
    message: 'unknown slot type `{type}`: expected string, symbol, integer, float, boolean or time',
  },
} as const satisfies CodeTable;
