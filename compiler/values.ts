/** Types of slots, and typed constants. */
import type { SlotTypeName } from '../runtime/description.ts';

/** BOOLEAN is in CLIPS a SYMBOL that is TRUE or FALSE, TIME an INTEGER: milliseconds since the epoch. */
export type SlotType = SlotTypeName;

/** A typed constant. An INTEGER is a number while it is a safe integer and a bigint beyond (64 bits, signed). */
export type Literal =
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'SYMBOL'; readonly value: string }
  | { readonly type: 'INTEGER'; readonly value: number | bigint }
  | { readonly type: 'FLOAT'; readonly value: number }
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'TIME'; readonly value: number };

/** The constant value of a list slot. */
export interface ListLiteral {
  readonly type: 'LIST';
  readonly items: readonly Literal[];
}
