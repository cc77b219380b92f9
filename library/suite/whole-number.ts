import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import type { Complain, Path } from './suite.ts';

/** The decimal text of a whole number from 0 up, of at most 64 bits; `0` (reported) for anything else. */
export function readInteger(value: unknown, path: Path, complain: Complain): string {
  const isWhole =
    typeof value === 'bigint' || typeof value === 'number'
      ? Number.isInteger(Number(value)) && value >= 0 && value <= GREATEST_INTEGER
      : false;
  if (!isWhole) complain(path, `'${String(value)}' is not a whole number from 0 to ${GREATEST_INTEGER}`);
  return isWhole ? String(value) : '0';
}

/** `true` or `false`; false (reported) for anything else. */
export function readTruth(value: unknown, path: Path, complain: Complain): boolean {
  if (typeof value !== 'boolean') complain(path, `'${String(value)}' is neither true nor false`);
  return value === true;
}
