/** The values that a rule names in its conditions, for `missing` of a result. */
import type { Step } from '../values/shell-step.ts';
import type { TextCall } from '../values/text-call.ts';
import type { SlotTypeName } from '../description.ts';

/** A path of the document, or a slot, that a rule names, and what makes it unknown. */
export type NamedValue =
  | {
      readonly kind: 'path';
      /** Members and indices; between two entries, a list or map is gone through, or one of its entries is named. */
      readonly steps: readonly (readonly Step[])[];
      /** The entry that is named between two of `steps`; null where each is gone through. Left out if all are. */
      readonly keys?: readonly (NamedKey | null)[];
      /** Names of the lists of a union, below the last step: it is missing if all of them are. */
      readonly union?: readonly string[];
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

/** Which entry of a map or list is meant. */
export type NamedKey =
  /** The lists of a union. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  /** A text of the request, which is masked if it is sensitive. */
  | { readonly kind: 'value'; readonly value: NamedValue; readonly isSensitive: boolean }
  /** The keys of the items of a list or map. */
  | { readonly kind: 'keys'; readonly of: NamedValue }
  | { readonly kind: 'lookup'; readonly map: readonly (readonly [string, string])[]; readonly key: NamedKey }
  | { readonly kind: 'call'; readonly call: TextCall; readonly of: NamedKey }
  | { readonly kind: 'joined'; readonly parts: readonly NamedKey[] };

export type NamedTest =
  /** It must be a key of the constant map `of`. */
  | { readonly kind: 'key'; readonly of: string; readonly keys: readonly string[] }
  /** Each of the functions, from the first, must be able to read what the one before makes of it. */
  | { readonly kind: 'calls'; readonly calls: readonly TextCall[]; readonly isSensitive: boolean }
  /** It is a divisor. */
  | { readonly kind: 'zero' }
  /** An operator must be able to read it, by each of these arguments: texts, or values that come with the request. */
  | { readonly kind: ReadAs; readonly by: readonly (string | NamedValue)[] }
  /** It is an argument of such an operator, which must be able to read by it. */
  | { readonly kind: 'argument'; readonly as: ReadAs };

export type ReadAs = 'path' | 'host' | 'address' | 'version';
