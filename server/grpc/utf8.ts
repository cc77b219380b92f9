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

/** Fields that hold texts, by number: a text itself has no `inner`, a message has its own. */
type Texts = Map<number, { readonly name: string; readonly inner: Texts | null }>;

/** Wire types of the encoding. */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;
const FIXED_32 = 5;

const MOST_DEPTH = 64;
/** Fields of one message, those within others included: reading more takes too long. */
const MOST_FIELDS = 50_000;
/** Lower limit for a check, whose fields are sent to a worker one by one and not as one text. */
const MOST_OF_MESSAGE: ReadonlyMap<string, number> = new Map([
  ['envoy.service.auth.v3.CheckRequest', 10_000],
]);

/** Result for a message with more fields than the caller wants to read. */
export const TOO_MANY_FIELDS = Symbol('too many fields');

/**
 * Returns what is wrong with the texts of a message, or that it has too many fields, or null. @throws RangeError for bytes
 * that are not a message.
 */
type Utf8Check = (
  message: string,
  bytes: Uint8Array,
  mostFields?: number,
) => string | typeof TOO_MANY_FIELDS | null;

export function createUtf8Check(definitions: PackageDefinition): Utf8Check {
  const descriptors = new Map<string, Descriptor>();
  for (const [name, { type }] of Object.entries(definitions) as [string, { type?: Descriptor }][])
    if (type?.field !== undefined) addDescriptor(descriptors, name, type);
  const types = new Map<string, Texts>([...descriptors.keys()].map((name) => [name, new Map()]));
  for (const [name, { field }] of descriptors)
    for (const { name: of, number, type, typeName } of field) {
      const inner = type === 'TYPE_MESSAGE' ? types.get(resolve(types, name, typeName)) : null;
      if (inner !== undefined && (inner !== null || type === 'TYPE_STRING'))
        types.get(name)?.set(number, { name: of, inner });
    }
  return (message, bytes, mostFields = Infinity) => {
    const texts = types.get(message);
    if (texts === undefined) return null;
    const most = Math.min(mostFields, MOST_OF_MESSAGE.get(message) ?? MOST_FIELDS);
    const count = { fields: 0, most };
    const problem = check(texts, bytes, 0, count);
    return count.fields > mostFields ? TOO_MANY_FIELDS : problem;
  };
}

function addDescriptor(descriptors: Map<string, Descriptor>, full: string, type: Descriptor): void {
  descriptors.set(full, type);
  for (const nested of type.nestedType) addDescriptor(descriptors, `${full}.${nested.name}`, nested);
}

/** Returns the full name. A name without a leading dot is resolved in the message that contains it, then outward. */
function resolve(types: ReadonlyMap<string, Texts>, from: string, name: string): string {
  if (name.startsWith('.')) return name.slice(1);
  for (let scope = from; scope !== ''; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    const full = `${scope}.${name}`;
    if (types.has(full)) return full;
  }
  return name;
}

interface Count {
  fields: number;
  readonly most: number;
}

function check(texts: Texts, bytes: Uint8Array, depth: number, count: Count): string | null {
  if (depth > MOST_DEPTH) throw new RangeError('nested too deeply');
  const reader = { bytes, at: 0 };
  while (reader.at < bytes.length) {
    if (++count.fields > count.most) return `the message has more than ${count.most} fields`;
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
    const { name, inner } = field;
    if (inner === null) {
      if (!isUtf8(value)) return `${name}: is not UTF-8`;
      continue;
    }
    const problem = check(inner, value, depth + 1, count);
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
  else throw new RangeError('invalid wire type');
}
