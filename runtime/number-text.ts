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
