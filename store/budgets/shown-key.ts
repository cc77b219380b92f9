/** Keys of budgets as lists and logs show them. */
import type { LedgerDigests } from './digests.ts';
import type { AskedUse } from './ledger.ts';
import type { LedgerRecords } from './records.ts';

const META = 'meta';
const MASK = 'mask-key';

/** JSON text of a key in which sensitive values are `{"$hmac": "…"}`. Their key serves nothing else, and is made at first use. */
export function shownKey(records: LedgerRecords, use: Pick<AskedUse, 'key' | 'secret'>): string {
  return use.secret.length === 0 ? use.key : maskedKey(records.digests, maskKey(records), use);
}

/** The same with the key that masks, which no use without secrets needs. */
export function maskedKey(
  digests: LedgerDigests,
  own: string,
  { key, secret }: Pick<AskedUse, 'key' | 'secret'>,
): string {
  const members = Object.entries(JSON.parse(key) as Readonly<Record<string, unknown>>);
  const shown = members.map(([name, value]) => [
    name,
    secret.includes(name) ? { $hmac: digests.mask(own, JSON.stringify([name, value])) } : value,
  ]);
  return JSON.stringify(Object.fromEntries(shown));
}

function maskKey(records: LedgerRecords): string {
  const known = records.get(META, MASK);
  if (known !== null) return known;
  const key = records.digests.newKey();
  records.put(META, MASK, key);
  return key;
}
