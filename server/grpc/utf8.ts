/**
 * Texts of a message must be UTF-8. The library reads what is none with replacement characters, so that two different
 * texts would be one to the rules: here the bytes are looked at before it reads them.
 */
import type { PackageDefinition } from '@grpc/proto-loader';
import { isUtf8 } from 'node:buffer';

interface Field {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly typeName: string;
}

interface Descriptor {
  readonly name: string;
  readonly field: readonly Field[];
  readonly nestedType: readonly Descriptor[];
}

/** Fields that hold texts, by number: `null`, or the full name of the message that may hold some. */
type Texts = ReadonlyMap<number, { readonly name: string; readonly message: string | null }>;

/** Wire types of the encoding. */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

const MOST_DEPTH = 64;

/** Answers what is wrong with the texts of a message, or null. Throws RangeError for bytes that are no message. */
export function createUtf8Check(
  definitions: PackageDefinition,
): (message: string, bytes: Uint8Array) => string | null {
  const types = new Map<string, Texts>();
  for (const [name, { type }] of Object.entries(definitions) as [string, { type?: Descriptor }][])
    if (type?.field !== undefined) addType(types, name, type);
  return (message, bytes) => check(types, message, bytes, 0);
}

function addType(types: Map<string, Texts>, full: string, { field, nestedType }: Descriptor): void {
  const texts = field
    .filter(({ type }) => type === 'TYPE_STRING' || type === 'TYPE_MESSAGE')
    .map(
      ({ name, number, type, typeName }) =>
        [number, { name, message: type === 'TYPE_MESSAGE' ? `${full} ${typeName}` : null }] as const,
    );
  types.set(full, new Map(texts));
  for (const nested of nestedType) addType(types, `${full}.${nested.name}`, nested);
}

/** A name is looked for in its message first, then in what is around that. */
function resolve(types: ReadonlyMap<string, Texts>, reference: string): string | null {
  const [from = '', name = ''] = reference.split(' ');
  if (name.startsWith('.')) return types.has(name.slice(1)) ? name.slice(1) : null;
  for (let scope = from; ; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    const full = scope === '' ? name : `${scope}.${name}`;
    if (types.has(full)) return full;
    if (scope === '') return null;
  }
}

function check(
  types: ReadonlyMap<string, Texts>,
  message: string,
  bytes: Uint8Array,
  depth: number,
): string | null {
  if (depth > MOST_DEPTH) throw new RangeError('nested too deeply');
  const texts = types.get(message);
  if (texts === undefined) return null;
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    const tag = varint(reader);
    const wire = tag & 7;
    const field = texts.get(tag >>> 3);
    if (wire !== BYTES) {
      skip(reader, wire);
      continue;
    }
    const length = varint(reader);
    const value = bytes.subarray(reader.at, reader.at + length);
    if (value.length < length) throw new RangeError('cut off');
    reader.at += length;
    if (field === undefined) continue;
    if (field.message === null) {
      if (!isUtf8(value)) return `${field.name}: is not UTF-8`;
      continue;
    }
    const inner = resolve(types, field.message);
    const problem = inner === null ? null : check(types, inner, value, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

/** Lengths and tags fit 32 bits. */
function varint(reader: Reader): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) throw new RangeError('cut off');
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value >>> 0;
  }
  throw new RangeError('a length is too long');
}

function skip(reader: Reader, wire: number): void {
  if (wire === FIXED_64) reader.at += 8;
  else if (wire === FIXED_32) reader.at += 4;
  else if (wire === VARINT) while ((reader.bytes[reader.at++] ?? 0) >= 0x80);
  else throw new RangeError('no wire type');
}
