import { ACTIONS, LOGS } from '../check/rule/check-then.ts';
import { FOLDS } from '../knowledge-syntax.ts';
import { OPERATOR_NAMES } from '../language/operators/table.ts';
import { BESIDE_FOLD, OF } from '../read/aggregate.ts';
import { CONDITION } from '../read/condition.ts';
import { ASSERT, MODIFY } from '../read/effects.ts';
import { OBLIGATION } from '../read/obligation.ts';
import { THEN } from '../read/then.ts';
import { ENTRY, FORALL, PATTERN } from '../read/when.ts';
import {
  described,
  filledListOf,
  FLAG,
  listOf,
  mapOf,
  oneOf,
  ref,
  SCALAR,
  TEXT,
  type JsonSchema,
} from './json-schema.ts';
import { ruleSchema } from './short-schemas.ts';

/** `operator(arguments)`, with a known operator. */
const EXPRESSION: JsonSchema = {
  type: 'string',
  pattern: `^\\s*(?:${OPERATOR_NAMES.join('|')})\\s*\\([\\s\\S]*\\)\\s*$`,
  description: 'operator(arguments): what the slot must satisfy.',
  examples: ['equals(x)', 'in([a, b])', 'at_least(3)'],
};
const VALUES: JsonSchema = {
  type: 'object',
  description: 'Values by slot: a single one or a list. {name} and {alias.slot} in a text are filled in.',
  additionalProperties: { anyOf: [SCALAR, listOf(SCALAR)] },
};
const METADATA: JsonSchema = {
  type: 'object',
  description: 'Any keys with single values; they stand in the result.',
  additionalProperties: SCALAR,
};
const ALIAS = described(TEXT, 'The alias of a pattern of this rule.');
const TEMPLATE_NAME = described(TEXT, 'A declared template.');

/** Names that a pattern refers to. */
const MATCHED = ['template', 'relation'];

const PATTERN_VALUES = {
  template: TEMPLATE_NAME,
  relation: described(TEXT, 'A declared relation, of which rows fit instead of facts.'),
  alias: {
    type: 'string',
    pattern: '^[$]?[A-Za-z_][A-Za-z0-9_-]*$',
    description: 'Name of the fact that fits, for `$alias.slot` and reasons.',
  },
  conditions: listOf(ref('condition')),
};

const FOLDED = FOLDS.filter((fold) => fold !== 'count');
/** Keys of an entry that do not say what it is. */
const BESIDE: readonly string[] = [...PATTERN.keys, ...BESIDE_FOLD];

const LONG_RULE: Readonly<Record<string, JsonSchema>> = {
  description: TEXT,
  salience: {
    type: 'integer',
    minimum: -10_000,
    maximum: 10_000,
    description: 'Of the rules of a module that can fire, the highest fires first.',
  },
  metadata: METADATA,
  when: filledListOf(ref('entry')),
  then: ref('then'),
};

/** The schemas of rules and their parts, by name. */
export const RULE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  rule: ruleSchema(LONG_RULE, true),
  ruleBody: ruleSchema(LONG_RULE, false),
  entry: {
    ...mapOf(ENTRY, {
      description: 'A pattern, or one group of entries.',
      values: {
        ...PATTERN_VALUES,
        not: described(filledListOf(ref('entry')), 'No facts fit these entries together.'),
        exists: described(filledListOf(ref('entry')), 'Some facts fit these entries together.'),
        any: described(filledListOf(filledListOf(ref('entry'))), 'One of these lists of entries fits.'),
        forall: ref('forall'),
        count: described(filledListOf(ref('pattern')), 'How many choices of facts fit these patterns.'),
        ...Object.fromEntries(FOLDED.map((fold) => [fold, ref('folded')])),
        as: {
          type: 'string',
          pattern: '^\\$?\\?[A-Za-z_][A-Za-z0-9_-]*$',
          description: 'The variable that stands for the value of an aggregate.',
        },
        expression: EXPRESSION,
      },
    }),
    // A pattern, or exactly one of the groups and aggregates.
    oneOf: [...MATCHED, ...ENTRY.keys.filter((key) => !BESIDE.includes(key))].map((key) => ({
      required: [key],
    })),
  },
  folded: mapOf(OF, {
    description: 'What is taken of the facts that fit patterns.',
    required: ['of', 'from'],
    values: {
      of: described(TEXT, 'A variable that a pattern binds, or `$alias.slot`.'),
      from: filledListOf(ref('pattern')),
    },
  }),
  pattern: {
    ...mapOf(PATTERN, {
      description: 'Facts of a template, or rows of a relation, that fit all conditions.',
      values: PATTERN_VALUES,
    }),
    oneOf: MATCHED.map((key) => ({ required: [key] })),
  },
  forall: mapOf(FORALL, {
    description: 'Every fact that fits `each` fits `must` as well.',
    required: ['each', 'must'],
    values: { each: ref('pattern'), must: filledListOf(ref('entry')) },
  }),
  condition: mapOf(CONDITION, {
    description: '`slot` with `expression`, `bind` or `each`, or `test`, or `now`.',
    values: {
      slot: TEXT,
      each: described(
        TEXT,
        'A variable for each item of the list slot in turn, such as ?x; `expression` is of the item.',
      ),
      expression: EXPRESSION,
      bind: described(TEXT, 'A variable that gets the value of the slot, such as ?x.'),
      now: described(EXPRESSION, 'What the clock must satisfy.'),
      test: described(TEXT, 'An expression of CLIPS that must not be FALSE.'),
    },
  }),
  then: mapOf(THEN, {
    description: 'What a rule does.',
    values: {
      action: described(oneOf(ACTIONS), 'The decision.'),
      reason: described(TEXT, 'Why; {name} and {alias.slot} are filled in.'),
      log: oneOf(LOGS),
      notify: listOf(TEXT),
      attestation: described(FLAG, 'Whether the result carries a signed token.'),
      metadata: METADATA,
      scope: TEXT,
      obligations: listOf(ref('obligation')),
      assert: listOf(ref('assert')),
      retract: listOf(ALIAS),
      modify: listOf(ref('modify')),
    },
  }),
  obligation: mapOf(OBLIGATION, {
    description: 'What whoever asks must do besides.',
    required: ['type'],
    values: { type: TEXT, properties: VALUES },
  }),
  assert: mapOf(ASSERT, {
    description: 'A fact that is derived.',
    required: ['template'],
    values: { template: TEMPLATE_NAME, slots: VALUES },
  }),
  modify: mapOf(MODIFY, {
    description: 'New values for slots of a fact that fitted.',
    required: ['fact', 'slots'],
    values: { fact: ALIAS, slots: VALUES },
  }),
};
