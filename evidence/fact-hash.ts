/** Form in which facts are hashed: docs/evidence.md, "Hashes", has an example. */
import type { SlotTypeName, TemplateInfo } from '../runtime/description.ts';
import type { FactOutput } from '../runtime/facts/read-facts.ts';
import { canonicalString, isUnicode } from '../library/canonical-json.ts';
import { sha256, sha256Hex } from '../library/node/sha256.ts';

/** The template of a fact, by its name. */
export type TemplateOf = (name: string) => TemplateInfo;

/** `sha256:` and hex. */
export type Sha256Text = `sha256:${string}`;

const DIGEST_BYTES = 32;

/** Slots in canonical order, each with the text before its value; made once for a template. */
const slotsOf = new WeakMap<TemplateInfo, readonly SlotText[]>();

interface SlotText {
  readonly name: string;
  readonly type: SlotTypeName;
  readonly key: string;
}

/** Canonical JSON of `{"template","data"}`; `data` holds every slot of the fact. */
function canonicalFact({ template, data }: FactOutput, templateOf: TemplateOf): string {
  const info = templateOf(template);
  let slots = slotsOf.get(info);
  if (slots === undefined) {
    const sorted = [...info.slots].sort((a, b) => (a.name < b.name ? -1 : 1));
    slots = sorted.map(({ name, type }) => ({ name, type, key: `${canonicalString(name)}:` }));
    slotsOf.set(info, slots);
  }
  let text = '';
  for (const { name, type, key } of slots) {
    const value: unknown = data[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}${key}${canonicalValue(type, value)}`;
  }
  return `{"data":{${text}},"template":${canonicalString(template)}}`;
}

/**
 * A slot's value. JSON has one type of number: an INTEGER that a double cannot hold, and a FLOAT that looks like an
 * INTEGER, are objects that hold their digits. So is a text that is not Unicode.
 */
function canonicalValue(type: SlotTypeName, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return isUnicode(value) ? canonicalString(value) : `{"$utf16":"${utf16Hex(value)}"}`;
    case 'number':
      if (type === 'FLOAT' && Number.isInteger(value)) return `{"$float":"${floatText(value)}"}`;
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? `{"$integer":"${BigInt(value)}"}`
        : JSON.stringify(value);
    case 'bigint':
      return `{"$integer":"${value}"}`;
    case 'boolean':
      return String(value);
    default:
      if (!Array.isArray(value)) throw new TypeError(`a slot does not hold a ${typeof value}`);
      return `[${value.map((item) => canonicalValue(type, item)).join(',')}]`;
  }
}

function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

/** SHA-256 of a fact's canonical JSON. */
export function factDigest(fact: FactOutput, templateOf: TemplateOf): Buffer {
  return sha256(canonicalFact(fact, templateOf));
}

/** The hash over the digests of these facts, which are hashed once. */
export function hashOnce(facts: readonly FactOutput[], templateOf: TemplateOf): Sha256Text {
  const digests = Buffer.allocUnsafe(facts.length * DIGEST_BYTES);
  for (const [i, fact] of facts.entries())
    digests.write(sha256Hex(canonicalFact(fact, templateOf)), i * DIGEST_BYTES, 'hex');
  return `sha256:${sha256Hex(digests)}`;
}

/** SHA-256 over the digests of facts, in order. */
export function hashDigests(digests: readonly Uint8Array[]): Sha256Text {
  return `sha256:${sha256Hex(Buffer.concat(digests))}`;
}
