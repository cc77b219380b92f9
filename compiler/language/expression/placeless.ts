/**
 * For `JSON.stringify`: expressions, and what they are in, as keys that are equal wherever they are written. Leaves out
 * where that is; integers and the sign of zero stay what they are.
 */
export function placeless(member: string, value: unknown): unknown {
  if (member === 'at' || member === 'nameAt') return undefined;
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : value;
}
