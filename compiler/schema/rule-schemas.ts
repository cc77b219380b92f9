import { ACTIONS, LOGS } from '../check/rule/check-then.ts';
import { FOLDS } from '../tables-syntax.ts';
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
import { ruleSchema, tableSchema } from './short-schemas.ts';

/** `operator(arguments)`, with a known operator. */
const EXPRESSION: JsonSchema = {
  type: 'string',
  pattern: `^\\s*(?:${OPERATOR_NAMES.join('|')})\\s*\\([\\s\\S]*\\)\\s*$`,
  description: 'A condition on the slot: operator(arguments).',
  examples: ['equals(x)', 'in([a, b])', 'at_least(3)'],
};
const VALUES: JsonSchema = {
  type: 'object',
  description: 'Values by slot: one value or a list. {name} and {alias.slot} in a text are filled in.',
  additionalProperties: { anyOf: [SCALAR, listOf(SCALAR)] },
};
const METADATA: JsonSchema = {
  type: 'object',
  description: 'Any keys with single values, copied to the result.',
  additionalProperties: SCALAR,
};
const ALIAS = described(TEXT, 'The alias of a pattern of this rule.');
const TEMPLATE_NAME = described(TEXT, 'A declared template.');

/** Names that a pattern refers to. */
const MATCHED = ['template', 'relation'];

const PATTERN_VALUES = {
  template: TEMPLATE_NAME,
  relation: described(TEXT, 'A declared relation, whose rows are matched instead of facts.'),
  alias: {
    type: 'string',
    pattern: '^[$]?[A-Za-z_][A-Za-z0-9_-]*$',
    description: 'Name of the matched fact, for `$alias.slot` and reasons.',
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
    description: 'Priority: among the rules of a module that can fire, the highest fires first.',
  },
  metadata: METADATA,
  when: filledListOf(ref('entry')),
  then: ref('then'),
};

/** The schemas of rules and their parts, by name. */
export const RULE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  rule: ruleSchema(LONG_RULE, true),
  ruleBody: ruleSchema(LONG_RULE, false),
  table: tableSchema({ when: filledListOf(ref('entry')) }, true),
  tableBody: tableSchema({ when: filledListOf(ref('entry')) }, false),
  entry: {
    ...mapOf(ENTRY, {
      description: 'A pattern, or one group of entries.',
      values: {
        ...PATTERN_VALUES,
        not: described(filledListOf(ref('entry')), 'No combination of facts matches these entries.'),
        exists: described(
          filledListOf(ref('entry')),
          'At least one combination of facts matches these entries.',
        ),
        any: described(
          filledListOf(filledListOf(ref('entry'))),
          'At least one of these lists of entries matches.',
        ),
        forall: ref('forall'),
        count: described(
          filledListOf(ref('pattern')),
          'The number of combinations of facts that match these patterns.',
        ),
        ...Object.fromEntries(FOLDED.map((fold) => [fold, ref('folded')])),
        as: {
          type: 'string',
          pattern: '^\\$?\\?[A-Za-z_][A-Za-z0-9_-]*$',
          description: 'A variable for the value of the aggregate.',
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
    description: 'An aggregate over the facts that match the patterns.',
    required: ['of', 'from'],
    values: {
      of: described(TEXT, 'A variable that a pattern binds, `$alias.slot`, or a call.'),
      from: filledListOf(ref('pattern')),
    },
  }),
  pattern: {
    ...mapOf(PATTERN, {
      description: 'Facts of a template, or rows of a relation, that match all conditions.',
      values: PATTERN_VALUES,
    }),
    oneOf: MATCHED.map((key) => ({ required: [key] })),
  },
  forall: mapOf(FORALL, {
    description: 'Every fact that matches `each` also matches `must`.',
    required: ['each', 'must'],
    values: { each: ref('pattern'), must: filledListOf(ref('entry')) },
  }),
  condition: mapOf(CONDITION, {
    description: '`slot` with `expression`, `bind` or `each`, or `test`, or `now`.',
    values: {
      slot: TEXT,
      each: described(
        TEXT,
        'A variable for each item of the list slot, such as ?x; `expression` tests the item.',
      ),
      expression: EXPRESSION,
      bind: described(TEXT, 'A variable that gets the value of the slot, such as ?x.'),
      now: described(EXPRESSION, 'A condition on the clock.'),
      test: described(TEXT, 'A CLIPS expression that must not be FALSE.'),
    },
  }),
  then: mapOf(THEN, {
    description: 'The effects of the rule.',
    values: {
      action: described(oneOf(ACTIONS), 'The decision.'),
      reason: described(TEXT, 'The reason for the decision; {name} and {alias.slot} are filled in.'),
      log: oneOf(LOGS),
      notify: listOf(TEXT),
      attestation: described(FLAG, 'True if the result includes a signed token.'),
      metadata: METADATA,
      scope: TEXT,
      obligations: listOf(ref('obligation')),
      assert: listOf(ref('assert')),
      retract: listOf(ALIAS),
      modify: listOf(ref('modify')),
    },
  }),
  obligation: mapOf(OBLIGATION, {
    description: 'An obligation: something that the caller must also do.',
    required: ['type'],
    values: { type: TEXT, properties: VALUES },
  }),
  assert: mapOf(ASSERT, {
    description: 'A derived fact.',
    required: ['template'],
    values: { template: TEMPLATE_NAME, slots: VALUES },
  }),
  modify: mapOf(MODIFY, {
    description: 'New values for slots of a matched fact.',
    required: ['fact', 'slots'],
    values: { fact: ALIAS, slots: VALUES },
  }),
};
