import type { Range } from '../protocol/types.ts';

/** Kinds of the protocol. */
export const KIND = {
  function: 3,
  field: 5,
  variable: 6,
  class: 7,
  module: 9,
  property: 10,
  enumMember: 20,
  constant: 21,
  event: 23,
  operator: 24,
  typeParameter: 25,
} as const;

/** An offer before it is placed. */
export interface Offer {
  readonly label: string;
  readonly kind: number;
  readonly detail: string;
  /** Default: the label. */
  readonly insert?: string;
  readonly isSnippet?: true;
}

export interface CompletionItem {
  readonly label: string;
  readonly kind: number;
  readonly detail: string;
  readonly sortText: string;
  readonly filterText: string;
  readonly insertTextFormat: 1 | 2;
  readonly textEdit: { readonly range: Range; readonly newText: string };
  readonly data: { readonly kind: number; readonly label: string };
}

export function offer(kind: number, detail: string, labels: Iterable<string>): readonly Offer[] {
  return [...labels].map((label) => ({ label, kind, detail }));
}
