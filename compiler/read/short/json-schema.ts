/** A JSON Schema as the shape of a document. What it says beyond types (patterns, bounds, choices) is `any` or left out. */
import type { Span } from '../../diagnostics/position.ts';
import type { MemberSyntax, ShapeSyntax, ValueSyntax } from '../../short-syntax.ts';
import type { Located, ScalarValue } from '../../syntax.ts';
import type { YamlEntry, YamlMap, YamlNode } from '../yaml-node.ts';

/** References that one shape may follow: a schema that refers to itself ends there, as `any`. */
const MOST_REFERENCES = 32;

/** @param root what `$ref` begins at */
export function schemaShape(schema: YamlNode, root: YamlNode, followed = 0): ShapeSyntax {
  const any: ShapeSyntax = { kind: 'any', at: schema.at };
  if (schema.kind !== 'map') return any;
  const reference = textAt(schema, '$ref');
  if (reference !== null) {
    const target = followed < MOST_REFERENCES ? targetOf(reference, root) : null;
    return target === null ? any : schemaShape(target, root, followed + 1);
  }
  const choices = textsIn(entryOf(schema, 'enum')?.value);
  const type = typeOf(schema);
  if (choices !== null && (type === null || type.value === 'string'))
    return single({ value: 'string', at: schema.at }, schema, choices);
  if (type === null) return any;
  switch (type.value) {
    case 'string': {
      const isTime = textAt(schema, 'format') === 'date-time';
      return single({ value: isTime ? 'time' : 'string', at: type.at }, schema);
    }
    case 'integer':
    case 'boolean':
      return single(type, schema);
    case 'number':
      return single({ value: 'float', at: type.at }, schema);
    case 'array': {
      const items = entryOf(schema, 'items');
      const item = items === null ? any : schemaShape(items.value, root, followed);
      return { kind: 'list', item: withoutDefault(item), at: schema.at };
    }
    case 'object':
      return objectShape(schema, root, followed);
    default:
      return any;
  }
}

function objectShape(schema: YamlMap, root: YamlNode, followed: number): ShapeSyntax {
  const { at } = schema;
  const properties = entryOf(schema, 'properties')?.value;
  const further = entryOf(schema, 'additionalProperties')?.value;
  if (properties?.kind !== 'map') {
    if (further?.kind !== 'map') return { kind: 'any', at };
    return { kind: 'map', item: withoutDefault(schemaShape(further, root, followed)), at };
  }
  const required = new Set(
    (textsIn(entryOf(schema, 'required')?.value) ?? []).map(({ value }) => value.text),
  );
  const members = [...properties.entries.values()].map(({ key, value }): MemberSyntax => {
    const shape = schemaShape(value, root, followed);
    const hasDefault = shape.kind === 'single' && shape.slot.default !== null;
    return { name: key, isRequired: required.has(key.value) && !hasDefault, shape };
  });
  const isClosed = further?.kind === 'scalar' && further.scalar.kind === 'boolean' && !further.scalar.value;
  return { kind: 'object', members, isOpen: !isClosed, at };
}

/** The only type other than `null`, which means missing; null if there is none, or several. */
function typeOf(schema: YamlMap): Located<string> | null {
  const written = entryOf(schema, 'type')?.value;
  const types =
    written?.kind === 'list' ? textsIn(written) : written === undefined ? null : textsOf([written]);
  const [only, another] = (types ?? []).filter(({ value }) => value.text !== 'null');
  return only === undefined || another !== undefined ? null : { value: only.value.text, at: only.at };
}

type LocatedText = Located<Extract<ScalarValue, { kind: 'string' }>>;

/** The items of a list of texts; null for anything else. */
const textsIn = (node: YamlNode | undefined): readonly LocatedText[] | null =>
  node?.kind === 'list' && node.items.length > 0 ? textsOf(node.items) : null;

function textsOf(nodes: readonly YamlNode[]): readonly LocatedText[] | null {
  const texts = nodes.flatMap((node) =>
    node.kind === 'scalar' && node.scalar.kind === 'string' ? [{ value: node.scalar, at: node.at }] : [],
  );
  return texts.length === nodes.length ? texts : null;
}

function single(
  type: Located<string>,
  schema: YamlMap,
  choices: readonly LocatedText[] | null = null,
): ShapeSyntax {
  const { at } = schema;
  const allowed = choices && { value: choices, at };
  return { kind: 'single', slot: { type, allowed, sensitive: false, default: defaultOf(type, schema) }, at };
}

const KINDS: Readonly<Record<string, readonly ScalarValue['kind'][]>> = {
  string: ['string'],
  time: ['string'],
  integer: ['integer'],
  float: ['integer', 'float'],
  boolean: ['boolean'],
};

/** Returns the default of a member; a default of another type is ignored. */
function defaultOf({ value: type }: Located<string>, schema: YamlMap): ValueSyntax['default'] {
  const node = entryOf(schema, 'default')?.value;
  if (node?.kind !== 'scalar' || KINDS[type]?.includes(node.scalar.kind) !== true) return null;
  return { value: node.scalar, at: node.at };
}

/** Items have no default: an item that is missing is not in the list. */
export function withoutDefault(shape: ShapeSyntax): ShapeSyntax {
  return shape.kind === 'single' ? { ...shape, slot: { ...shape.slot, default: null } } : shape;
}

const entryOf = (map: YamlMap, key: string): YamlEntry | null => map.entries.get(key) ?? null;

function textAt(map: YamlMap, key: string): string | null {
  const node = entryOf(map, key)?.value;
  return node?.kind === 'scalar' && node.scalar.kind === 'string' ? node.scalar.value : null;
}

/** The node that a JSON pointer within the file leads to. */
function targetOf(reference: string, root: YamlNode): YamlNode | null {
  if (reference !== '#' && !reference.startsWith('#/')) return null;
  let node: YamlNode | undefined = root;
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    node = node?.kind === 'map' ? node.entries.get(key)?.value : undefined;
  }
  return node ?? null;
}

/** True if both say the same, wherever they are written. */
export function isSameShape(one: ShapeSyntax, other: ShapeSyntax): boolean {
  const text = (shape: ShapeSyntax): string =>
    JSON.stringify(shape, (key, value: unknown) =>
      key === 'at' ? undefined : typeof value === 'bigint' ? String(value) : value,
    );
  return text(one) === text(other);
}

/** A member of a given type, at a place. */
export function member(name: string, isRequired: boolean, shape: ShapeSyntax, at: Span): MemberSyntax {
  return { name: { value: name, at }, isRequired, shape };
}
