import type { Path } from './suite.ts';

/** Something that is so for all requests, as a suite claims it. */
export type Property = { readonly name: string; readonly path: Path } & (
  | {
      /** This is never decided while facts fit `when`. */
      readonly kind: 'never';
      readonly decision: string;
      /** The left half of a rule, in either form; `null` for any facts. */
      readonly when: Readonly<Record<string, unknown>> | null;
    }
  | {
      /** A decision that stays when facts of these templates are added. */
      readonly kind: 'monotone';
      readonly decision: string;
      readonly added: readonly string[];
    }
  | { readonly kind: 'order-independent' }
);
