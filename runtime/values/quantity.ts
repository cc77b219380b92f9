/** Numbers and Kubernetes quantities as texts write them. Each is read exactly and rounded once, to the nearest double. */

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const QUANTITY = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\d+))?$/;

/** Powers of two and of ten by suffix. */
const BINARY: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
const DECIMAL: Readonly<Record<string, number>> = {
  ...{ n: -9, u: -6, m: -3, k: 3 },
  ...{ M: 6, G: 9, T: 12, P: 15, E: 18 },
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** The number that a text writes: `12`, `-0.5`, `1e6`; null if it is another text, or beyond every double. */
export function numberOfText(text: string): number | null {
  return NUMBER.test(text) ? finite(Number(text)) : null;
}

/** The quantity in base units: `500m` is 0.5, `1Ki` 1024; null if it is another text, or beyond every double. */
export function quantityOfText(text: string): number | null {
  const match = QUANTITY.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '0', fraction = match[4] ?? '', , binary, decimal, exponent = '0'] = match;
  const power = decimal === undefined ? exponent : String(DECIMAL[decimal]);
  const value = Number(`${sign}${whole}.${fraction === '' ? '0' : fraction}e${power}`);
  return finite(binary === undefined ? value : value * 2 ** (BINARY[binary] ?? 0));
}
