/** The values that a rule names in its conditions, for `missing` of a result. */
import type { Step } from '../values/shell-step.ts';
import type { SlotTypeName } from '../description.ts';

/** A path of the document, or a slot, that a rule names, and what makes it unknown. */
export type NamedValue =
  | {
      readonly kind: 'path';
      /** Members and indices; between two entries, a list or map is gone through. */
      readonly steps: readonly (readonly Step[])[];
      /** The fact of the match that says which item is meant: its template, and which of them; null: every item. */
      readonly item: readonly [template: string, nth: number] | null;
      /** Written with `?` or `??`, so a missing value is not reported. */
      readonly isExcused: boolean;
      /** Type that the rule takes, of a list that of its items; `ANY`: any single value; null: only presence counts. */
      readonly type: SlotTypeName | 'ANY' | null;
      readonly list: boolean;
      readonly tests: readonly NamedTest[];
    }
  | {
      readonly kind: 'slot';
      /** As the rule writes it. */
      readonly shown: string;
      readonly fact: readonly [template: string, nth: number];
      readonly slot: string;
      readonly tests: readonly NamedTest[];
    };

export type NamedTest =
  /** It must be a key of the constant map `of`. */
  | { readonly kind: 'key'; readonly of: string; readonly keys: readonly string[] }
  /** It is a divisor. */
  | { readonly kind: 'zero' }
  /** An operator must be able to read it, by each of these arguments: texts, or values that come with the request. */
  | { readonly kind: ReadAs; readonly by: readonly (string | NamedValue)[] }
  /** It is an argument of such an operator, which must be able to read by it. */
  | { readonly kind: 'argument'; readonly as: ReadAs };

export type ReadAs = 'path' | 'host' | 'address' | 'version';
