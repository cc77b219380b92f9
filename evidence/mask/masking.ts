import { createHmac, type KeyObject } from 'node:crypto';
import type { SensitiveInfo } from '../../runtime/description.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { writeJson } from '../../library/json.ts';
import { parseDocument } from '../../library/ordered-json.ts';
import { maskParts } from '../../library/document/read-parts.ts';
import { Sealer } from './seal.ts';

/** Settings for sensitive values. Passed to workers unchanged. */
export interface MaskSettings {
  /** `null` if values are dropped. */
  readonly key: Uint8Array | null;
  /** Recipient key of sealed values; null if they are not sealed. */
  readonly sealFor: KeyObject | null;
}

type Values = Readonly<Record<string, unknown>>;
/** A record, or a part of one. */
type Members = object;
/** The members of a record that can hold values. */
interface Maskable {
  readonly input?: readonly Values[];
  readonly host_input?: readonly Values[];
  readonly document?: unknown;
  readonly input_hash?: string;
  readonly memory_hash?: string;
  readonly derived?: readonly Values[];
  readonly derived_hash?: string;
  readonly operation?: Values;
  readonly reason?: string | null;
  readonly metadata?: Values;
  readonly obligations?: readonly { readonly type: string; readonly properties: Values }[];
  readonly rule_trace?: readonly string[];
  readonly error?: { readonly code: string; readonly detail: unknown };
}

/**
 * Replaces a sensitive value outside the log. INVARIANT: no keyed hash leaves the log, since a caller who can have one made
 * of values of their choice finds those in it by trying.
 */
export const HIDDEN = { $hmac: null } as const;

/** Masks values of sensitive slots in records. */
export class Masking {
  readonly #key: Uint8Array | null;
  readonly #sealer: Sealer | null;

  constructor({ key, sealFor }: MaskSettings) {
    this.#key = key;
    this.#sealer = sealFor === null ? null : new Sealer(sealFor);
  }

  /**
   * The members of a record, as record-text.ts writes them, with what is sensitive masked. `holdsSecrets`: the memory
   * that was decided on has facts with sensitive slots.
   */
  record(body: string, ruleset: CompiledRuleset, holdsSecrets: boolean): string {
    const { sensitive } = ruleset;
    if (sensitive === undefined) return body;
    const record = parseDocument(`{${body}}`) as Maskable;
    let masked: Maskable;
    try {
      masked = this.#mask(record, ruleset, sensitive, holdsSecrets);
    } catch {
      masked = withoutValues(record);
    }
    const told = this.told(record, masked);
    return told === record ? body : writeJson(told).slice(1, -1);
  }

  /** A record with masked members, marked as such, with the originals sealed; the record itself if none is masked. */
  told(record: Members, masked: Members): Members {
    const hidden = Object.entries(record).filter(([name, value]) => masked[name as keyof Members] !== value);
    return hidden.length === 0 ? record : { ...masked, masked: true, sealed: this.#seal(hidden) };
  }

  /** Values that cannot be sealed are dropped. */
  #seal(hidden: readonly (readonly [string, unknown])[]): string | undefined {
    try {
      return this.#sealer?.seal(writeJson(Object.fromEntries(hidden)));
    } catch {
      return undefined;
    }
  }

  /** Placeholder for the hash of an unread text. */
  unread(hash: string): string {
    return this.hash(hash) ?? hash;
  }

  /** In place of a hash over values: null when it is to be left out. */
  hash(hash: string): string | null {
    return this.#key === null ? null : `hmac-sha256:${this.#hmac(hash).digest('hex')}`;
  }

  /** Members that stay as they are keep their identity. */
  #mask(record: Maskable, ruleset: CompiledRuleset, info: SensitiveInfo, holdsSecrets: boolean): Maskable {
    const changed: { -readonly [Key in keyof Maskable]: unknown } = {};
    const { input, host_input, document, derived, operation, input_hash, memory_hash, derived_hash, error } =
      record;
    const facts = (values: readonly Values[]): readonly Values[] => {
      const masked = values.map((fact) => this.#fact(fact, ruleset, info));
      return masked.some((fact, i) => fact !== values[i]) ? masked : values;
    };
    if (input !== undefined) changed.input = facts(input);
    if (host_input !== undefined) changed.host_input = facts(host_input);
    if (document !== undefined) changed.document = this.#document(document, ruleset);
    if (derived !== undefined) changed.derived = facts(derived);
    if (operation !== undefined) changed.operation = this.#fact(operation, ruleset, info);
    if (input_hash !== undefined) changed.input_hash = this.hash(input_hash) ?? undefined;
    if (derived_hash !== undefined) changed.derived_hash = this.hash(derived_hash) ?? undefined;
    if (memory_hash !== undefined && holdsSecrets) changed.memory_hash = this.hash(memory_hash) ?? undefined;
    const meetsSecrets =
      holdsSecrets ||
      input === undefined ||
      changed.input !== input ||
      changed.host_input !== host_input ||
      changed.document !== document;
    if (error !== undefined && meetsSecrets) changed.error = { ...error, detail: this.value(error.detail) };
    this.#consequences(record, info, changed);
    return { ...record, ...(changed as Maskable) };
  }

  /** Masks rule texts about sensitive slots. The record does not say which fired rule decided, so any may have. */
  #consequences(
    { rule_trace = [], reason, metadata, obligations }: Maskable,
    { rules }: SensitiveInfo,
    changed: { -readonly [Key in keyof Maskable]: unknown },
  ): void {
    const fired = [...new Set(rule_trace)].flatMap((rule) => rules.get(rule) ?? []);
    if (typeof reason === 'string' && fired.some((rule) => rule.reason)) changed.reason = this.value(reason);
    const keys = new Set(fired.flatMap((rule) => rule.metadata));
    if (metadata !== undefined) changed.metadata = this.#values(metadata, (key) => keys.has(key));
    if (obligations === undefined) return;
    const masked = obligations.map((obligation) => {
      const names = fired.flatMap((rule) =>
        rule.obligations.flatMap(([type, properties]) => (type === obligation.type ? properties : [])),
      );
      const properties = this.#values(obligation.properties, (name) => names.includes(name));
      return properties === obligation.properties ? obligation : { ...obligation, properties };
    });
    if (masked.some((obligation, i) => obligation !== obligations[i])) changed.obligations = masked;
  }

  /** A fact or a change. What the ruleset does not know may be a sensitive slot that was misspelt. */
  #fact(fact: Values, { templates }: CompiledRuleset, { slots }: SensitiveInfo): Values {
    const template = fact['template'] ?? fact['retract'];
    const name = 'retract' in fact ? 'filter' : 'data';
    const values = fact[name];
    if (!isValues(values)) return fact;
    const known = templates.get(String(template))?.info.slots.map((slot) => slot.name);
    const sensitive = slots.get(String(template));
    if (known !== undefined && sensitive === undefined) return fact;
    const masked = this.#values(
      values,
      (slot) => known?.includes(slot) !== true || sensitive?.includes(slot) === true,
    );
    return masked === values ? fact : { ...fact, [name]: masked };
  }

  /** Masks the parts of a document that rules read. If the ruleset does not list them, any value may be sensitive. */
  #document(document: unknown, { input }: CompiledRuleset): unknown {
    const reads = input?.reads;
    const mask = (value: unknown): unknown => this.value(value);
    return reads === undefined ? mask(document) : maskParts(document, reads, mask);
  }

  #values(values: Values, isSensitive: (name: string) => boolean): Values {
    const entries = Object.entries(values);
    if (!entries.some(([name]) => isSensitive(name))) return values;
    return Object.fromEntries(
      entries.map(([name, value]) => [name, isSensitive(name) ? this.value(value) : value]),
    );
  }

  /** In place of a value; null: it is dropped. */
  value(value: unknown): { readonly $hmac: string | null } {
    return { $hmac: this.#key === null ? null : this.#hmac(writeJson(value)).digest('hex') };
  }

  #hmac(text: string) {
    return createHmac('sha256', this.#key ?? '').update(text, 'utf8');
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Masking failed: whatever could hold a value goes. */
function withoutValues(record: Maskable): Maskable {
  const { input: _input, host_input: _hostInput, document: _document, ...facts } = record;
  const { derived: _derived, operation: _operation, ...rest } = facts;
  const { reason: _reason, metadata: _metadata, obligations: _obligations, ...hashed } = rest;
  const { input_hash: _inputHash, memory_hash: _memoryHash, derived_hash: _derivedHash, ...kept } = hashed;
  return kept.error === undefined ? kept : { ...kept, error: { ...kept.error, detail: null } };
}
