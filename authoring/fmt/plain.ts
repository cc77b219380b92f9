/** A value of the long form before it is YAML: texts are quoted where YAML would read something else. */
export type Plain = string | number | boolean | Verbatim | readonly Plain[] | PlainMap;
export interface PlainMap {
  readonly [key: string]: Plain;
}

/** A scalar that is written as it is, without quotes: `1.50`. */
interface Verbatim {
  readonly kind: typeof VERBATIM;
  readonly text: string;
}
const VERBATIM = Symbol('verbatim');

export const verbatim = (text: string): Verbatim => ({ kind: VERBATIM, text });

export const isVerbatim = (value: Plain): value is Verbatim =>
  typeof value === 'object' && 'kind' in value && value.kind === VERBATIM;
