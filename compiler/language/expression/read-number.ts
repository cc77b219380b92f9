import { integer64 } from '../../../runtime/values/integer64.ts';
import type { Literal } from '../../values.ts';

const INTEGER = /^[+-]?\d+$/;

/** The literal of a number as CLIPS writes it; null when it does not fit into 64 bits or is infinite. */
export function readNumber(text: string): Literal | null {
  if (!INTEGER.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? { type: 'FLOAT', value } : null;
  }
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  const fitting = integer64(value);
  return fitting === null ? null : { type: 'INTEGER', value: fitting };
}
