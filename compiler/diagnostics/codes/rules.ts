import type { CodeTable } from './code-table.ts';

/** Diagnostics of checking one rule: its patterns, conditions, aggregates and effects. */
export const RULE_CODES = {
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
    message: '{what} cannot be used in an aggregate: expected patterns with conditions on slots and tests',
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
  'aggregate-of': {
    severity: 'error',
    message: 'unknown value `{text}`: expected a variable or a slot of a pattern in `from`, or a call',
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
  'aggregate-value': {
    severity: 'error',
    message: '`{fold}` cannot aggregate {type}',
  },
  'alias-out-of-reach': {
    severity: 'error',
    message:
      '`${name}` is not bound here: an alias can be used after its pattern, and only inside the same group',
  },
  'argument-count': {
    severity: 'error',
    message: '`{operator}` takes {expected} argument(s), found {found}',
  },
  'argument-kind': { severity: 'error', message: 'invalid argument for `{operator}`: expected {expected}' },
  'bad-argument': { severity: 'error', message: 'invalid argument `{text}` for `{operator}`: {problem}' },
  'bad-pattern': { severity: 'error', message: 'invalid regular expression (RE2 syntax): {problem}' },
  'bind-of-list': { severity: 'error', message: 'invalid variable for slot `{slot}`: write `{written}`' },
  'compares-with-itself': { severity: 'error', message: 'slot `{slot}` is compared with itself' },
  'compartment-name': {
    severity: 'error',
    message:
      'invalid compartment name `{name}`: expected a text without `|` and without spaces at either end',
  },
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
  'constants-too-large': {
    severity: 'error',
    message: 'the constants of the ruleset expand to more than {limit} values where they are used',
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
  'empty-list': { severity: 'error', message: 'the list is empty: expected at least one element' },
  'expression-joined': {
    severity: 'error',
    message:
      '`{text}` is one text: write `{meant}` for that text, `in([a, b])` for several values, or one condition per part if all must hold',
  },
  'expression-negated': {
    severity: 'error',
    message:
      '`{text}` is one text: negate the operator, as in `not_equals(a)`, or write `{meant}` for that text',
  },
  'expression-pattern': {
    severity: 'error',
    message:
      '`{text}` is compared as it is written: use {use} for a pattern, or write `{meant}` for that text',
  },
  'expression-reference': {
    severity: 'error',
    message:
      'invalid reference `{text}`: expected `$alias.slot`, `$const.name` or `$const.map[key]`. For the text itself, write it in double quotes in a condition, or `literal({text})` as a value',
  },
  'float-not-finite': { severity: 'error', message: '`{value}` is too large for a float' },
  'foreign-quotes': {
    severity: 'error',
    message: 'the quotes of `{text}` are part of the text: use double quotes, as in `{meant}`',
  },
  'input-document-template': {
    severity: 'error',
    message: '`{name}` comes from the document only: a rule cannot assert, modify or retract its facts',
  },
  'integer-out-of-range': { severity: 'error', message: '`{value}` does not fit in 64 bits' },
  'looks-like-reference': {
    severity: 'error',
    message:
      '`{text}` looks like a reference: write `{meant}` for the value, or `literal({text})` for the text',
  },
  'missing-key': { severity: 'error', message: '{owner} needs `{key}`' },
  'negative-count': { severity: 'error', message: 'invalid count `{text}`: expected 0 or more' },
  'never-holds': { severity: 'error', message: 'this can never hold: {why}' },
  'no-hierarchy': { severity: 'error', message: '`{operator}` needs a hierarchy, but none is loaded' },
  'not-filled-in': {
    severity: 'error',
    message: 'placeholders are filled in only in strings, but slot `{slot}` is {type}: write `{meant}`',
  },
  'obligation-without-action': {
    severity: 'error',
    message: 'an obligation needs an action, but the rule has none',
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
  'property-not-single': {
    severity: 'error',
    message: 'invalid value for property `{name}` of an obligation: expected a value or a list of values',
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
  'relation-row-changed': {
    severity: 'error',
    message:
      '`${alias}` is a row of relation `{name}` and cannot be retracted or modified: rows are constant',
  },
  'rule-without-effect': {
    severity: 'warning',
    message: 'rule `{name}` has no action, asserts nothing and changes nothing',
  },
  'rule-without-pattern': {
    severity: 'warning',
    message: 'rule `{name}` decides without any fact: none of its patterns has to match',
  },
  'test-no-call': {
    severity: 'error',
    message: 'invalid test `{text}`: expected a call, such as `(> ?n 3)`',
  },
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
  'too-many-items': { severity: 'error', message: 'slot `{slot}` holds at most {limit} items' },
  'too-many-steps': { severity: 'error', message: 'a sequence has more than {limit} steps' },
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
  'unknown-hierarchy': { severity: 'error', message: 'unknown hierarchy `{name}`' },
  'unknown-key': { severity: 'error', message: 'unknown key `{key}` in {owner}' },
  'unknown-level': { severity: 'error', message: 'hierarchy `{hierarchy}` has no level `{level}`' },
  'unknown-log': { severity: 'error', message: 'unknown log level `{name}`: expected none, summary or full' },
  'unknown-operator': {
    severity: 'error',
    message: 'unknown operator `{name}`: slots of type {type} support {operators} and others',
  },
  'unknown-relation': { severity: 'error', message: 'unknown relation `{name}`' },
  'unknown-slot': { severity: 'error', message: 'template `{template}` has no slot `{slot}`' },
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
  'wrong-literal': { severity: 'error', message: '`{text}` is not a valid value of type {type}' },
} as const satisfies CodeTable;
