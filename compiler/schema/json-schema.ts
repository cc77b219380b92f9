import type { Shape } from '../read/fields.ts';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keys that begin so are free in every map of the language. */
const FREE_KEYS: JsonSchema = { '^x-': {} };

export function ref(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

export function listOf(items: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, ...more };
}

/** A list that means nothing without an element. */
export function filledListOf(items: JsonSchema): JsonSchema {
  return listOf(items, { minItems: 1 });
}

/** Text as it is written: YAML may take it for a number, and `true` and `1.50` stay what they are. */
export const TEXT: JsonSchema = { type: ['string', 'number', 'boolean'] };
/** A single value; nothing at all is one too. */
export const SCALAR: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };
export const FLAG: JsonSchema = { type: 'boolean' };
/** The name of something that the ruleset declares. */
export const NAME: JsonSchema = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_-]*$' };

/** One of some words, offered by editors. */
export function oneOf(words: Iterable<string>): JsonSchema {
  return { enum: [...words] };
}

/** One of some words, however its letters are written. */
export function oneOfAnyCase(words: Iterable<string>): JsonSchema {
  const known = [...words];
  const anyCase = known.map((word) =>
    [...word].map((letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`).join(''),
  );
  return { anyOf: [oneOf(known), { type: 'string', pattern: `^(?:${anyCase.join('|')})$` }] };
}

interface MapSchema {
  readonly description: string;
  readonly required?: readonly string[];
  /** Schema of a key's value (default: any value). */
  readonly values: Readonly<Record<string, JsonSchema>>;
}

/** A map of this shape. A key without a value means the same as no key, unless the map cannot do without it. */
export function mapOf({ keys }: Shape, { description, required = [], values }: MapSchema): JsonSchema {
  const properties = keys.map((key) => {
    const value = values[key] ?? {};
    return [key, required.includes(key) || value.type === 'null' ? value : orNothing(value)] as const;
  });
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(properties),
    patternProperties: FREE_KEYS,
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  };
}

function orNothing(schema: JsonSchema): JsonSchema {
  const { type, description, ...rest } = schema;
  const said = description === undefined ? {} : { description };
  if (Object.keys(schema).every((key) => key === 'description')) return schema;
  if (typeof type === 'string' && rest['enum'] === undefined)
    return { type: [type, 'null'], ...said, ...rest };
  return { ...said, anyOf: [{ ...(type === undefined ? {} : { type }), ...rest }, { type: 'null' }] };
}

/** The same with words for people, which editors show. */
export function described(schema: JsonSchema, description: string): JsonSchema {
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}
