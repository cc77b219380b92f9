const NUMBER = /^-?\d+(?:\.(\d+))?$/;

/** A number as it is written, one more and one less; none for an exponent or beyond exact integers. */
export function nearNumbers(text: string): readonly string[] {
  const match = NUMBER.exec(text);
  const value = Number(text);
  if (match === null || !Number.isSafeInteger(Math.trunc(value))) return [];
  const digits = match[1]?.length ?? 0;
  return [value + 1, value - 1].map((near) => near.toFixed(Math.min(digits, 100)));
}
