/** A slot's value as in JSON; its CLIPS type is that of the slot. */
export type Scalar = string | number | bigint | boolean;

export interface FactDraft {
  readonly template: string;
  readonly data: Readonly<Record<string, Scalar | readonly Scalar[]>>;
}

/** Facts that come in from outside, in order, before one run. */
export type Phase = readonly FactDraft[];
