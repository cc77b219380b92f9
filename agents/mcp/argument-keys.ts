/** Arguments whose keys a folding reader takes for properties that the schema of the tool has under other names. */
import { firstProblem, foldKey, mistaken } from '../../library/fold-key.ts';
import { isRecord } from '../../library/is-record.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose schemas describe the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'] as const;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
const EACH_ITEM = ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'] as const;
const EACH_MEMBER = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'] as const;

/** Reports the first such key, at any depth; null if there is none. */
export function argumentKeyProblem(args: unknown, schema: unknown): string | null {
  return visit(args, [schema], schema);
}

/** @param schemas that describe the value */
function visit(value: unknown, schemas: readonly unknown[], root: unknown): string | null {
  const all = expand(schemas, root);
  if (Array.isArray(value)) {
    const below = all.flatMap((schema) => EACH_ITEM.flatMap((key) => inner(schema[key])));
    return firstProblem(value, (item) => visit(item, below, root));
  }
  if (!isRecord(value)) return null;
  const properties = new Set(all.flatMap((schema) => Object.keys(propertiesOf(schema))));
  const folded = new Map([...properties].map((name) => [foldKey(name), name]));
  return firstProblem(Object.entries(value), ([key, item]) => {
    const name = folded.get(foldKey(key));
    if (name !== undefined && !properties.has(key)) return mistaken(key, name);
    const below = all.flatMap((schema) => [
      ...(Object.hasOwn(propertiesOf(schema), key) ? [propertiesOf(schema)[key]] : []),
      ...EACH_MEMBER.flatMap((keyword) =>
        keyword === 'patternProperties' ? named(schema[keyword]) : inner(schema[keyword]),
      ),
    ]);
    return visit(item, below, root);
  });
}

/** These schemas and all that they apply to the same value, each once. */
function expand(schemas: readonly unknown[], root: unknown): readonly Schema[] {
  const found = new Set<Schema>();
  const waiting = [...schemas];
  while (waiting.length > 0) {
    const schema = waiting.pop();
    if (!isRecord(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const key of SAME_VALUE) waiting.push(...(key === 'dependentSchemas' ? named : inner)(schema[key]));
    for (const key of REFERENCES) {
      if (typeof schema[key] === 'string') waiting.push(...referred(schema[key], root));
    }
  }
  return [...found];
}

/** Target of a reference. A place outside this schema could be any: then every schema in it counts. */
function referred(reference: string, root: unknown): readonly unknown[] {
  if (reference === '#') return [root];
  if (reference.startsWith('#/')) {
    let place: unknown = root;
    for (const segment of reference.slice(2).split('/')) {
      const key = unescaped(segment);
      const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, key);
      place = isThere ? (place as Schema)[key] : undefined;
    }
    if (place !== undefined) return [place];
  }
  return everySchema(root);
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}

function everySchema(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(everySchema);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(everySchema)] : [];
}

function propertiesOf(schema: Schema): Schema {
  return isRecord(schema['properties']) ? schema['properties'] : {};
}

function inner(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function named(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : [];
}
