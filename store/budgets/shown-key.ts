/** Keys of budgets as lists and logs show them. */
import { createHmac, randomBytes } from 'node:crypto';
import type { AskedUse } from './ledger.ts';
import type { LedgerRecords } from './records.ts';

const META = 'meta';
const MASK = 'mask-key';

export const newMaskKey = (): Buffer => randomBytes(32);

/** JSON text of a key in which sensitive values are `{"$hmac": "…"}`. Their key serves nothing else, and is made at first use. */
export function shownKey(records: LedgerRecords, use: Pick<AskedUse, 'key' | 'secret'>): string {
  return use.secret.length === 0 ? use.key : maskedKey(maskKey(records), use);
}

/** The same with the key that masks, which no use without secrets needs. */
export function maskedKey(own: Buffer, { key, secret }: Pick<AskedUse, 'key' | 'secret'>): string {
  const members = Object.entries(JSON.parse(key) as Readonly<Record<string, unknown>>);
  const shown = members.map(([name, value]) => [
    name,
    secret.includes(name) ? { $hmac: masked(own, name, value) } : value,
  ]);
  return JSON.stringify(Object.fromEntries(shown));
}

const masked = (key: Buffer, name: string, value: unknown): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([name, value]))
    .digest('hex');

function maskKey(records: LedgerRecords): Buffer {
  const known = records.get(META, MASK);
  if (known !== null) return Buffer.from(known, 'hex');
  const key = newMaskKey();
  records.put(META, MASK, key.toString('hex'));
  return key;
}
