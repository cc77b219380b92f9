/**
 * `Mcp-Param-…` of revision 2026-07-28: a tool may want arguments repeated in headers, for who reads only those. The rules
 * decide on the body, so a header that says something else is refused.
 */
import { decodeHeaderValue, encodeHeaderValue } from './header-value.ts';
import { isRecord } from '../../library/is-record.ts';
import type { Tool } from './tool.ts';

/** An argument that a tool wants to see in a header. */
export interface MirroredArgument {
  readonly header: string;
  /** The names of properties that lead to it. */
  readonly path: readonly string[];
}

const KEY = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Keywords whose value is a schema, or a list of some. */
const SCHEMAS = [
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
/** Keywords whose value holds schemas by name. */
const NAMED_SCHEMAS = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties'] as const;

/** Arguments that a tool wants in headers; null if its declaration is invalid: clients can neither see nor call it. */
export function mirroredArguments({ inputSchema }: Tool): readonly MirroredArgument[] | null {
  const found: MirroredArgument[] = [];
  const isSound = visit(inputSchema, [], found);
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return isSound && names.size === found.length ? found : null;
}

/** @param path null where no chain of properties leads to */
function visit(schema: unknown, path: readonly string[] | null, found: MirroredArgument[]): boolean {
  if (!isRecord(schema)) return true;
  if (KEY in schema) {
    const name = schema[KEY];
    if (path === null || path.length === 0 || !TYPES.includes(schema['type'])) return false;
    if (typeof name !== 'string' || !TOKEN.test(name)) return false;
    found.push({ header: `Mcp-Param-${name}`, path });
  }
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  return (
    properties.every(([name, each]) => visit(each, path === null ? null : [...path, name], found)) &&
    SCHEMAS.flatMap((key) => schema[key]).every((each) => visit(each, null, found)) &&
    NAMED_SCHEMAS.every((key) => Object.values(schema[key] ?? {}).every((each) => visit(each, null, found)))
  );
}

/** The headers that a call with these arguments has. */
export function paramHeaders(
  mirrored: readonly MirroredArgument[],
  args: unknown,
): Readonly<Record<string, string>> {
  const headers = mirrored.flatMap(({ header, path }) => {
    const text = textOf(valueAt(args, path));
    return text === null ? [] : [[header, encodeHeaderValue(text)] as const];
  });
  return Object.fromEntries(headers);
}

/** Problem of the headers of a call with these arguments; null for none. */
export function paramProblem(
  mirrored: readonly MirroredArgument[],
  args: unknown,
  headers: Headers,
): string | null {
  for (const { header, path } of mirrored) {
    const value = valueAt(args, path);
    const said = headers.get(header);
    const text = textOf(value);
    if (said === null && text === null) continue;
    if (said === null) return `the header ${header} is missing`;
    const decoded = decodeHeaderValue(said);
    const isSame = decoded !== null && (decoded === text || isSameInteger(decoded, value));
    if (!isSame) return `the header ${header} contradicts the body`;
  }
  return null;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Null for what is in no header. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'bigint' || Number.isSafeInteger(value)
    ? String(value)
    : null;
}

function isSameInteger(text: string, value: unknown): boolean {
  return Number.isSafeInteger(value) && /^-?\d+(?:\.0+)?$/.test(text) && Number(text) === value;
}
