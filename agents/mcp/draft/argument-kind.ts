/** Kind of an argument's values according to its schema: paths, URLs, or any other JSON. */
import { isRecord } from '../../../library/is-record.ts';

export type ArgumentKind = 'path' | 'url' | 'text';

const PATH_WORDS: ReadonlySet<string> = new Set(
  'path paths file files filename filenames filepath dir dirs directory directories folder folders source destination cwd root'.split(
    ' ',
  ),
);
const URL_WORDS: ReadonlySet<string> = new Set('url urls uri uris href link links endpoint'.split(' '));
const URL_FORMATS: ReadonlySet<unknown> = new Set(['uri', 'url', 'iri', 'uri-reference', 'iri-reference']);
/** Keywords whose schemas are for the same value. */
const SAME_VALUE = ['anyOf', 'oneOf', 'allOf'] as const;
const DEEPEST = 16;

/** Words of a name in snake, kebab or camel case, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/);
}

function kindOfName(name: string): ArgumentKind {
  const words = wordsOf(name);
  if (words.some((word) => URL_WORDS.has(word))) return 'url';
  return words.some((word) => PATH_WORDS.has(word)) ? 'path' : 'text';
}

/** A schema and those that it says are for the same value, or for the items of a list. */
function variantsOf(schema: unknown, depth = 0): readonly Readonly<Record<string, unknown>>[] {
  if (!isRecord(schema) || depth > DEEPEST) return [];
  const same = SAME_VALUE.flatMap((keyword) => schema[keyword]);
  return [schema, ...[...same, schema['items']].flatMap((inner) => variantsOf(inner, depth + 1))];
}

function allowsText(schema: Readonly<Record<string, unknown>>): boolean {
  const { type } = schema;
  if (Array.isArray(type)) return type.includes('string');
  return type === undefined ? !SAME_VALUE.some((keyword) => keyword in schema) : type === 'string';
}

/** Returns the kind of an argument by its name and its schema: only texts and lists of texts are paths or URLs. */
export function kindOf(name: string, schema: unknown): ArgumentKind {
  const texts = variantsOf(schema).filter(allowsText);
  if (texts.length === 0 && schema !== true && !(isRecord(schema) && Object.keys(schema).length === 0))
    return 'text';
  return texts.some(({ format }) => URL_FORMATS.has(format)) ? 'url' : kindOfName(name);
}

/** True if objects in the argument may hold paths or URLs, which the kind of the argument does not show. */
export function hidesKinds(schema: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  return variantsOf(schema).some(({ properties, additionalProperties: others }) => {
    const named = Object.entries(isRecord(properties) ? properties : {});
    return [...named, ['', others] as const].some(
      ([name, inner]) => kindOf(name, inner) !== 'text' || hidesKinds(inner, depth + 1),
    );
  });
}
