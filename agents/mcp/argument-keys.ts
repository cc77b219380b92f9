/** Arguments whose keys a folding reader takes for properties that the schema of the tool has under other names. */
import { firstProblem, foldKey, mistaken } from '../../library/fold-key.ts';
import { isRecord } from '../../library/is-record.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose schemas describe the same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'] as const;
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
const EACH_ITEM = ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'] as const;
const EACH_MEMBER = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'] as const;

/** Schemas to look at for one call. Deeply nested arguments of a schema that refers to itself could need any number. */
const MOST_STEPS = 200_000;
const TOO_MANY = 'the arguments have too many keys to compare them with the schema of the tool';

/** All schemas of one place in the arguments, and those of the places below. They are found once, whatever the keys. */
interface Place {
  readonly properties: ReadonlySet<string>;
  /** Names of properties by their folded form. */
  readonly folded: ReadonlyMap<string, string>;
  readonly item: () => Place;
  readonly member: (key: string) => Place;
}

/** Reports the first such key, at any depth; null if there is none. */
export function argumentKeyProblem(args: unknown, schema: unknown): string | null {
  const search = createSearch(schema);
  const problem = visit(args, () => search.placeOf([schema]), search);
  return problem ?? (search.isOver() ? TOO_MANY : null);
}

function visit(value: unknown, find: () => Place, search: Search): string | null {
  if (search.isOver()) return TOO_MANY;
  if (Array.isArray(value)) {
    if (!value.some((item) => typeof item === 'object' && item !== null)) return null;
    const place = find();
    return firstProblem(value, (item) => visit(item, place.item, search));
  }
  if (!isRecord(value)) return null;
  const place = find();
  return firstProblem(Object.entries(value), ([key, item]) => {
    const name = place.folded.get(foldKey(key));
    if (name !== undefined && !place.properties.has(key)) return mistaken(key, name);
    return visit(item, () => place.member(key), search);
  });
}

interface Search {
  /** The place that these schemas describe. */
  readonly placeOf: (schemas: readonly unknown[]) => Place;
  readonly isOver: () => boolean;
}

function createSearch(root: unknown): Search {
  let steps = 0;
  const every = once(() => everySchema(root));

  /** These schemas and all that they apply to the same value, each once. */
  function expand(schemas: readonly unknown[]): readonly Schema[] {
    const found = new Set<Schema>();
    const waiting = [...schemas];
    while (waiting.length > 0 && steps <= MOST_STEPS) {
      steps++;
      const schema = waiting.pop();
      if (!isRecord(schema) || found.has(schema)) continue;
      found.add(schema);
      for (const key of SAME_VALUE)
        for (const each of (key === 'dependentSchemas' ? named : inner)(schema[key])) waiting.push(each);
      for (const key of REFERENCES) {
        if (typeof schema[key] !== 'string') continue;
        for (const each of referred(schema[key], root) ?? every())
          if (!found.has(each as Schema)) waiting.push(each);
      }
    }
    return [...found];
  }

  function placeOf(schemas: readonly unknown[]): Place {
    const all = expand(schemas);
    const properties = new Set(all.flatMap((schema) => Object.keys(propertiesOf(schema))));
    const members = once(() =>
      all.flatMap((schema) =>
        EACH_MEMBER.flatMap((key) => (key === 'patternProperties' ? named : inner)(schema[key])),
      ),
    );
    const other = once(() => placeOf(members()));
    const known = new Map<string, Place>();
    return {
      properties,
      folded: new Map([...properties].map((name) => [foldKey(name), name])),
      item: once(() => placeOf(all.flatMap((schema) => EACH_ITEM.flatMap((key) => inner(schema[key]))))),
      member(key) {
        if (!properties.has(key)) return other();
        let place = known.get(key);
        if (place === undefined) {
          const own = all.flatMap((schema) =>
            Object.hasOwn(propertiesOf(schema), key) ? [propertiesOf(schema)[key]] : [],
          );
          known.set(key, (place = placeOf([...own, ...members()])));
        }
        return place;
      },
    };
  }

  return { placeOf, isOver: () => steps > MOST_STEPS };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Target of a reference; null for a place outside this schema. It could be any: then every schema in it counts. */
function referred(reference: string, root: unknown): readonly unknown[] | null {
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
  return null;
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}

function everySchema(root: unknown): readonly unknown[] {
  const found: unknown[] = [];
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isRecord(value)) found.push(value);
    else if (!Array.isArray(value)) continue;
    for (const each of Object.values(value as object)) waiting.push(each);
  }
  return found;
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
