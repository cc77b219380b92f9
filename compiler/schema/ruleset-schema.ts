/** The JSON Schema of the language, for editors. Its keys and words are those of the reader's and checks' own tables. */
import { MODES } from '../check/passes/check-decide.ts';
import { FUNCTION_TYPES } from '../check/passes/check-ruleset-functions.ts';
import { DEFAULT_ACTIONS } from '../language/default-actions.ts';
import { SLOT_TYPES } from '../language/slot-types.ts';
import { ACTIONS, AUTHZEN, ENTITIES } from '../read/authzen.ts';
import { DEFAULT } from '../read/default.ts';
import { DOCUMENT } from '../read/document.ts';
import { FUNCTION } from '../read/function.ts';
import { HIERARCHY } from '../read/hierarchy.ts';
import { INPUT, SLOT as INPUT_SLOT, SOURCES } from '../read/input.ts';
import { COLUMN, RELATION } from '../read/relation.ts';
import { MODULE } from '../read/module.ts';
import { ALLOWED, SLOT, TEMPLATE } from '../read/template.ts';
import {
  described,
  filledListOf,
  FLAG,
  listOf,
  mapOf,
  NAME,
  oneOf,
  oneOfAnyCase,
  ref,
  SCALAR,
  TEXT,
  type JsonSchema,
} from './json-schema.ts';
import { BUDGET_SCHEMA } from './budget-schema.ts';
import { RULE_SCHEMAS } from './rule-schemas.ts';
import {
  COLUMNS,
  DEFINITIONS,
  DOCUMENT_FILE,
  DOCUMENT_SHAPE,
  namesOf,
  SLOTS,
  TEMPLATE_BODY,
  withoutName,
} from './short-schemas.ts';

/** One path, or paths that nest. */
const PATHS = [TEXT, filledListOf(TEXT)];
/** Source of the values of a search. */
const SEARCHED = { template: TEXT, relation: TEXT, slot: TEXT };
const ONE_SOURCE = { oneOf: [{ required: ['template'] }, { required: ['relation'] }] };

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ruleset: mapOf(DOCUMENT, {
    description: 'A ruleset, or a part of one: the files of a folder are read together.',
    values: {
      ruleset: described(TEXT, 'Name of the ruleset.'),
      version: TEXT,
      module: described(TEXT, 'The module that the rules of this document belong to.'),
      decide: described(oneOf(MODES.keys()), 'How conflicts between deciding rules are resolved.'),
      default: {
        oneOf: [ref('default'), described(oneOf(DEFAULT_ACTIONS), 'The decision if no rule decides.')],
      },
      focus_order: described(filledListOf(TEXT), 'The order in which modules run.'),
      imports: described(filledListOf(TEXT), 'Other rulesets, by their paths from here.'),
      templates: { oneOf: [listOf(ref('template')), namesOf(TEMPLATE_BODY)] },
      relations: { oneOf: [listOf(ref('relation')), namesOf(ref('relationBody'))] },
      modules: {
        oneOf: [listOf({ anyOf: [ref('module'), NAME] }), namesOf({ anyOf: [SCALAR, ref('moduleBody')] })],
      },
      hierarchies: {
        oneOf: [listOf(ref('hierarchy')), namesOf({ anyOf: [filledListOf(TEXT), ref('hierarchyBody')] })],
      },
      functions: listOf(ref('function')),
      define: DEFINITIONS,
      input: { oneOf: [filledListOf(ref('input')), ref('document'), DOCUMENT_FILE] },
      authzen: ref('authzen'),
      budgets: { oneOf: [listOf(ref('budget')), namesOf(ref('budgetBody'))] },
      rules: { oneOf: [listOf(ref('rule')), namesOf(ref('ruleBody'))] },
      tables: { oneOf: [listOf(ref('table')), namesOf(ref('tableBody'))] },
    },
  }),
  authzen: mapOf(AUTHZEN, {
    description: 'Searches that AuthZEN supports.',
    values: {
      subjects: listOf(ref('entity')),
      resources: listOf(ref('entity')),
      actions: listOf(ref('actionName')),
    },
  }),
  entity: {
    ...mapOf(ENTITIES, {
      description: 'The slot that holds the ids of subjects or resources of a type.',
      required: ['type', 'slot'],
      values: { type: TEXT, ...SEARCHED },
    }),
    ...ONE_SOURCE,
  },
  actionName: {
    ...mapOf(ACTIONS, {
      description: 'The slot that holds the names of actions.',
      required: ['slot'],
      values: SEARCHED,
    }),
    ...ONE_SOURCE,
  },
  budget: BUDGET_SCHEMA,
  budgetBody: withoutName(BUDGET_SCHEMA),
  default: mapOf(DEFAULT, {
    description: 'The decision when no rule decides.',
    required: ['action'],
    values: { action: oneOf(DEFAULT_ACTIONS), reason: TEXT },
  }),
  template: {
    ...mapOf(TEMPLATE, {
      description: 'The kind of a fact: its slots and their types.',
      required: ['name', 'slots'],
      values: {
        name: NAME,
        description: TEXT,
        scope: described(oneOf(['session', 'fleet']), 'Scope of its facts: one session, or the whole fleet.'),
        from: described(
          oneOf(['caller', 'host', 'document']),
          'Sender of its facts: any caller, only the host, or only the document.',
        ),
        at_most: described({ type: 'integer', minimum: 1 }, 'Maximum number of its facts in one evaluation.'),
        slots: SLOTS,
      },
    }),
    // The reader knows the key only to say what is to be written instead.
    not: { required: ['ttl'] },
  },
  relation: {
    ...mapOf(RELATION, {
      description: 'A constant table that patterns match.',
      required: ['name', 'columns'],
      values: {
        name: NAME,
        description: TEXT,
        columns: COLUMNS,
        rows: listOf(filledListOf(SCALAR)),
        file: described(TEXT, 'Relative path of a CSV file with the rows.'),
      },
    }),
    oneOf: [{ required: ['rows'] }, { required: ['file'] }],
  },
  column: mapOf(COLUMN, {
    description: 'A column of a relation, with the type of its cells.',
    required: ['name', 'type'],
    values: { name: NAME, type: oneOfAnyCase(SLOT_TYPES.keys()), sensitive: FLAG },
  }),
  slot: mapOf(SLOT, {
    description: 'One value of a fact, or a list of values.',
    required: ['name', 'type'],
    values: {
      name: NAME,
      type: oneOfAnyCase(SLOT_TYPES.keys()),
      list: FLAG,
      sensitive: FLAG,
      max_items: { type: 'integer', minimum: 0, maximum: 1_000_000 },
      required: FLAG,
      default: { anyOf: [SCALAR, listOf(SCALAR)] },
      ...Object.fromEntries(ALLOWED.map((key) => [key, listOf(SCALAR)])),
    },
  }),
  module: mapOf(MODULE, {
    description: 'Rules that run together.',
    required: ['name'],
    values: { name: NAME, description: TEXT, priority: { type: 'integer' } },
  }),
  hierarchy: mapOf(HIERARCHY, {
    description: 'Levels from the lowest to the highest.',
    required: ['name', 'levels'],
    values: { name: NAME, levels: filledListOf(TEXT), compartments: listOf(TEXT) },
  }),
  function: mapOf(FUNCTION, {
    description: 'A function that tests can call.',
    required: ['name', 'type'],
    values: {
      name: TEXT,
      type: oneOf(FUNCTION_TYPES),
      description: TEXT,
      params: listOf(TEXT),
      body: TEXT,
      hierarchy_ref: TEXT,
    },
  }),
  input: mapOf(INPUT, {
    description: 'Facts made from a document.',
    required: ['template', 'slots'],
    values: {
      template: TEXT,
      each: {
        description:
          'Things that become one fact each: places of the document, or the commands of a command line.',
        examples: ['$.spec.containers[*]', '$.call.args.leaves()', 'shell($.call.args.command)'],
        anyOf: [
          ...PATHS,
          mapOf(SOURCES, {
            description: 'Several sources, in order.',
            required: ['any'],
            values: { any: filledListOf({ anyOf: PATHS }) },
          }),
        ],
      },
      slots: {
        type: 'object',
        additionalProperties: {
          anyOf: [
            TEXT,
            mapOf(INPUT_SLOT, {
              description: 'A path, with what becomes of values of another type.',
              required: ['path'],
              values: { path: TEXT, as: oneOf(['text', 'kind']), mismatch: oneOf(['skip']) },
            }),
          ],
        },
      },
      required: listOf(TEXT),
      shapes: { type: 'object', additionalProperties: oneOf(['object', 'list', 'map']) },
    },
  }),
  ...RULE_SCHEMAS,
  document: DOCUMENT_SHAPE,
};

/** The same schemas without `name`, for maps of names. */
const BODIES: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  ['template', 'relation', 'column', 'slot', 'module', 'hierarchy'].map((name) => [
    `${name}Body`,
    withoutName(SCHEMAS[name] ?? {}),
  ]),
);

/** The schema of one YAML document of a ruleset: a part of a ruleset, or a single hierarchy. */
export function rulesetJsonSchema(): JsonSchema {
  const has = (keys: readonly string[]): JsonSchema => ({ anyOf: keys.map((key) => ({ required: [key] })) });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A ferrule ruleset',
    if: { allOf: [has(HIERARCHY.keys), { not: has(DOCUMENT.keys) }] },
    then: ref('hierarchy'),
    else: ref('ruleset'),
    definitions: { ...SCHEMAS, ...BODIES },
  };
}
