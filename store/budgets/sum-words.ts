import type { KeySums } from './ledger.ts';

/** The figures of a sum in words. */
export function sumWords({ used, reserved, requested, limit }: KeySums): string {
  const held = reserved === '0' ? '' : `, reserved ${reserved}`;
  return `used ${used}${held}, requested ${requested}, limit ${limit}`;
}
