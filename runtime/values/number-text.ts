/**
 * A JSON number whose text says more than its value: `1.50`, `1e2`, `-0`, or more digits than 64 bits hold. A STRING
 * slot takes the text, every other slot the value.
 */
export class NumberText {
  /** The digits as they were sent: a number by the grammar of JSON. */
  readonly text: string;
  readonly value: number;
  constructor(text: string) {
    this.text = text;
    this.value = Number(text);
  }
}

/** The JSON text of a number or a truth value; undefined when it is none, or not finite. */
export function plainText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? (Object.is(value, -0) ? '-0' : String(value)) : undefined;
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof NumberText ? value.text : undefined;
  }
}
