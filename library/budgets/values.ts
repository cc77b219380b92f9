import type { BudgetInfo, BudgetSource } from '../../runtime/budget-info.ts';
import type { BudgetUse } from '../../runtime/engine/budget-uses.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { NumberText } from '../../runtime/values/number-text.ts';

/** One use of a budget, and what its values come from. */
export interface UseContext {
  readonly budget: BudgetInfo;
  readonly use: BudgetUse;
  readonly document: unknown;
  readonly hostFacts: readonly FactInput[];
  readonly token: string | null;
}

/** A value of a use; undefined if it is missing. The default of an optional slot is none: it would be free. */
export function valueOf(source: BudgetSource, { use, document, token }: UseContext): unknown {
  switch (source.kind) {
    case 'token':
      return token ?? undefined;
    case 'path':
      return valueAt(document, source.keys);
    case 'slot': {
      if (use.fact === null) return undefined;
      const sent = (use.fact.sent.data as Readonly<Record<string, unknown>>)[source.slot] ?? null;
      const read = use.fact.read.data[source.slot];
      // A value that validation filled in is a default that the ruleset declares, or nothing.
      return sent === null && isEmpty(read) ? undefined : read;
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === '' || value === 0 || value === undefined || value === false;

function valueAt(document: unknown, keys: readonly string[]): unknown {
  let value = document;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    if (value instanceof NumberText || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value ?? undefined;
}

/** The values of `per`, without those that are missing or are not single values. */
export function keyOf(context: UseContext): Readonly<Record<string, string | number | boolean>> {
  const key: Record<string, string | number | boolean> = Object.create(null) as Record<string, never>;
  for (const { name, source } of context.budget.per) {
    const value = singleOf(valueOf(source, context), source.kind === 'path');
    if (value !== undefined) key[name] = value;
  }
  return key;
}

/** Texts of a document whose type nothing declares: 1 and "1" must not be two keys. */
function singleOf(value: unknown, isText: boolean): string | number | boolean | undefined {
  const plain = value instanceof NumberText ? value.value : value;
  if (typeof plain === 'bigint') return String(plain);
  if (typeof plain === 'number') return isText || !Number.isSafeInteger(plain) ? String(plain) : plain;
  if (typeof plain === 'boolean') return isText ? String(plain) : plain;
  return typeof plain === 'string' ? plain : undefined;
}

/** True if a value of a fact is that of a key. */
function isSame(value: unknown, ofKey: string | number | boolean | undefined): boolean {
  const single = singleOf(value, true);
  return single !== undefined && single === singleOf(ofKey, true);
}

/** The limit for a key; null if it is missing. Of several facts of the host for this key, the least. */
export function limitOf(context: UseContext, key: ReturnType<typeof keyOf>): bigint | null {
  const { limit } = context.budget;
  switch (limit.kind) {
    case 'number':
      return BigInt(limit.value);
    case 'map': {
      const name = singleOf(valueOf(limit.key, context), true);
      const entry = limit.entries.find(([known]) => known === name);
      return entry === undefined ? null : BigInt(entry[1]);
    }
    case 'fact': {
      const values = context.hostFacts.flatMap(({ template, data: sent }) => {
        const data = sent as Readonly<Record<string, unknown>>;
        const isOfKey = limit.join.every((name) => isSame(data[name], key[name]));
        return template === limit.template && isOfKey ? [data[limit.slot]] : [];
      });
      const limits = values.map((value) =>
        typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value as number | bigint) : -1n,
      );
      const least = limits.reduce<bigint | null>((a, b) => (a === null || b < a ? b : a), null);
      return least === null || least < 0n ? null : least;
    }
  }
}
