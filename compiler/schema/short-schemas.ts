/** Schemas of the short form: maps of names, types as texts, and bodies of rules. */
import { ACTIONS } from '../short-syntax.ts';
import { LOGS } from '../check/rule/check-then.ts';
import { HITS } from '../check/table/check-table.ts';
import { SHORT_RULE } from '../read/short/rule.ts';
import { TABLE } from '../read/table.ts';
import {
  described,
  filledListOf,
  FLAG,
  listOf,
  mapOf,
  NAME,
  oneOf,
  ref,
  SCALAR,
  TEXT,
  type JsonSchema,
} from './json-schema.ts';

const NAMED = '^[A-Za-z_][A-Za-z0-9_-]*$';
/** A name where types follow, perhaps with the mark of what is required. */
const MARKED = '^[A-Za-z_][A-Za-z0-9_-]*!?$';

/** A map from names to values of the schema. */
export const namesOf = (value: JsonSchema, pattern = NAMED): JsonSchema => ({
  type: 'object',
  patternProperties: { [pattern]: value },
  additionalProperties: false,
});

const KIND = '(?:string|symbol|integer|float|boolean|time|any)';
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?|[A-Za-z_][\w.-]*)`;
/** `kind`, or values joined by `|`; a default; `sensitive`. */
const TYPE: JsonSchema = {
  type: 'string',
  pattern: `^\\s*(?:${KIND}|${VALUE}(?:\\s*\\|\\s*${VALUE})+)(?:\\s*=\\s*${VALUE})?(?:\\s+sensitive)?\\s*$`,
  description: 'A type, or values joined by `|`; perhaps `= default` and `sensitive`.',
  examples: ['string', 'low | high = low', 'string sensitive'],
};
const LIST_TYPE: JsonSchema = {
  type: 'array',
  items: { type: 'string', pattern: `^\\s*${KIND}(?:\\s+sensitive)?\\s*$` },
  minItems: 1,
  maxItems: 1,
  description: 'A list of values of the type.',
};

const SLOT_MAP = namesOf({ anyOf: [TYPE, LIST_TYPE, ref('slotBody')] }, MARKED);
export const SLOTS: JsonSchema = { oneOf: [listOf(ref('slot')), SLOT_MAP] };
/** Slots alone, or the keys of a template. */
export const TEMPLATE_BODY: JsonSchema = {
  if: { type: 'object', required: ['slots'], properties: { slots: { not: { type: 'string' } } } },
  then: ref('templateBody'),
  else: { anyOf: [SLOT_MAP, { type: 'null' }] },
};
export const COLUMNS: JsonSchema = {
  oneOf: [
    filledListOf(ref('column')),
    { ...namesOf({ anyOf: [TYPE, ref('columnBody')] }), minProperties: 1 },
  ],
};

const SIGNATURE = String.raw`^[A-Za-z_][\w-]*(?:\s*\(\s*[A-Za-z_][\w-]*(?:\s*,\s*[A-Za-z_][\w-]*)*\s*\))?$`;
/** Conditions and values under a name. */
export const DEFINITIONS: JsonSchema = {
  ...namesOf(SCALAR, SIGNATURE),
  description: 'Conditions and values that expressions use by name: `name`, or `name(parameter, …)`.',
};

export const DOCUMENT_FILE: JsonSchema = {
  type: 'string',
  pattern: '[.]json$',
  description: 'A file with a JSON Schema, or an MCP manifest.',
};
/** A member of the document. */
const MEMBER: JsonSchema = {
  anyOf: [
    TYPE,
    ref('document'),
    { type: 'array', items: { anyOf: [TYPE, ref('document')] }, minItems: 1, maxItems: 1 },
  ],
};
export const DOCUMENT_SHAPE: JsonSchema = {
  type: 'object',
  description:
    'Members of the document with their types; `!` behind a name makes one required, `*` stands for any names.',
  additionalProperties: MEMBER,
};

/** A schema for the value under a name. */
export function withoutName(schema: JsonSchema): JsonSchema {
  const { required, properties, ...rest } = schema;
  const keys = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const needed = ((required ?? []) as readonly string[]).filter((key) => key !== 'name');
  return {
    ...rest,
    properties: Object.fromEntries(keys.filter(([key]) => key !== 'name')),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

const CONDITION: JsonSchema = {
  type: 'string',
  minLength: 1,
  description:
    'A condition: comparisons joined by `and`, `or` and `not`, operators behind a dot, quantifiers.',
  examples: [
    'input.tool.name == "read"',
    'input.rows <= 100 and not exists(freeze)',
    'exists(c in shell(input.call.args.command), c.program == "rm")',
  ],
};
const CONSTRUCTOR: JsonSchema = {
  type: 'string',
  pattern: '^\\s*[A-Za-z_][A-Za-z0-9_-]*\\s*(?:\\([\\s\\S]*\\))?\\s*$',
  examples: ['lock(user = input.user)'],
};
const PATH: JsonSchema = {
  type: 'string',
  minLength: 1,
  examples: ['input.items', 'shell(input.call.args.command)'],
};

/** One, or a list of several. */
const oneOrMore = (schema: JsonSchema, description: string): JsonSchema => ({
  description,
  anyOf: [schema, filledListOf(schema)],
});

const ACTION: JsonSchema = { anyOf: [{ type: 'string', minLength: 1 }, { const: true }] };
const has = (key: string): JsonSchema => ({ required: [key] });
const hasOne = (keys: readonly string[]): JsonSchema => ({ anyOf: keys.map(has) });

/** Keys of the right half, but for the actions. */
const EFFECTS = ['reason', 'log', 'notify', 'attestation', 'assert', 'modify', 'retract', 'obligations'];
const LEFT = ['if', 'for', 'let'];

/** Keys of a short left half that rules and tables have. */
const CONDITIONS: Readonly<Record<string, JsonSchema>> = {
  if: oneOrMore(CONDITION, 'A condition, or conditions that must all hold.'),
  for: {
    description: 'The rule fires for each of these: a name, a list of names, or a map of names.',
    anyOf: [PATH, filledListOf(PATH), { ...namesOf(PATH), minProperties: 1 }],
  },
};

/** A decision table in either form. */
export function tableSchema(long: Readonly<Record<string, JsonSchema>>, named: boolean): JsonSchema {
  const columns = filledListOf({ type: 'string', minLength: 1 });
  const row = filledListOf({ anyOf: [SCALAR, filledListOf(SCALAR)] });
  const values: Readonly<Record<string, JsonSchema>> = {
    ...long,
    ...CONDITIONS,
    name: NAME,
    description: TEXT,
    module: TEXT,
    hit: described(oneOf(HITS), 'What happens if several rows match.'),
    inputs: described(
      columns,
      'Columns of conditions: `input.a.b`, `alias.slot`; of a long table `$alias.slot`.',
    ),
    outputs: described(columns, 'Columns of results: `name`, `action`, `reason`, `assert template.slot`, …'),
    rows: described(
      filledListOf(row),
      'One cell for each input, then one for each output. `-` takes any value.',
    ),
    file: described(TEXT, 'Relative path of a CSV file with the columns and rows.'),
    default: described(row, 'Cells of the outputs, but for `name`, if no row matches.'),
  };
  const map = mapOf(TABLE, {
    description: 'A decision table: each row decides for values of its inputs.',
    required: named ? ['name'] : [],
    values,
  });
  // Neither may be empty.
  const filled = Object.fromEntries(['if', 'for'].map((key) => [key, values[key] ?? {}]));
  const schema = { ...map, properties: { ...(map['properties'] as object), ...filled } };
  return {
    ...(named ? schema : withoutName(schema)),
    allOf: [
      { oneOf: [has('when'), hasOne(['if', 'for'])] },
      { oneOf: [has('file'), { required: ['inputs', 'outputs', 'rows'] }] },
      { if: has('file'), then: { not: hasOne(['inputs', 'outputs', 'rows']) } },
    ],
  };
}

/** A rule in either form, and with one half in each. */
export function ruleSchema(long: Readonly<Record<string, JsonSchema>>, named: boolean): JsonSchema {
  const values: Readonly<Record<string, JsonSchema>> = {
    ...long,
    name: NAME,
    ...CONDITIONS,
    let: { ...namesOf(CONDITION), minProperties: 1, description: 'Names of aggregates.' },
    ...Object.fromEntries(
      ACTIONS.map((action) => [
        action,
        described(
          ACTION,
          `The decision \`${action}\`, with its ${action === 'route' || action === 'scope' ? 'target' : 'reason'}, or true.`,
        ),
      ]),
    ),
    reason: described(TEXT, 'The reason of an action whose value is a target, or true.'),
    log: oneOf(LOGS),
    notify: { anyOf: [TEXT, filledListOf(TEXT)] },
    attestation: FLAG,
    assert: oneOrMore(CONSTRUCTOR, 'Facts that are derived: template(slot = value, …).'),
    modify: oneOrMore(CONSTRUCTOR, 'New values for slots of a fact: name(slot = value, …).'),
    retract: oneOrMore({ type: 'string', pattern: NAMED }, 'Names of facts that are removed.'),
    obligations: oneOrMore({ anyOf: [CONSTRUCTOR, ref('obligation')] }, 'Duties of the caller.'),
    in_doubt: described(oneOf(['fire', 'stay']), 'Whether the rule fires while its condition is unknown.'),
  };
  const map = mapOf(SHORT_RULE, {
    description: 'A rule: when its condition holds, it decides, derives facts or both.',
    required: named ? ['name'] : [],
    values,
  });
  // None of these may be empty: a rule that loses one of them would fire without it.
  const filled = [...LEFT, ...ACTIONS, ...EFFECTS, 'in_doubt'].map(
    (key) => [key, values[key] ?? {}] as const,
  );
  const schema = { ...map, properties: { ...(map['properties'] as object), ...Object.fromEntries(filled) } };
  return {
    ...(named ? schema : withoutName(schema)),
    allOf: [
      { oneOf: [has('when'), hasOne(LEFT)] },
      {
        oneOf: [
          has('then'),
          hasOne([...ACTIONS, ...EFFECTS]),
          { not: hasOne(['then', ...ACTIONS, ...EFFECTS]) },
        ],
      },
      { oneOf: [...ACTIONS.map(has), { not: hasOne(ACTIONS) }] },
      ...['allow', 'deny', 'escalate'].map((action) => ({
        not: { required: [action, 'reason'], properties: { [action]: { type: 'string' } } },
      })),
      { if: has('reason'), then: hasOne(ACTIONS) },
      { if: has('when'), then: hasOne(['then', ...ACTIONS, ...EFFECTS]) },
    ],
  };
}
