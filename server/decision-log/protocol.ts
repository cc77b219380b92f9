/** Messages between the HTTP thread and the thread that reads the files of the decision log: one request, one reply. */
import type { DecisionPage, DecisionProof, PageQuery } from '../../evidence/find/page.ts';

export type LogRequest = { readonly folder: string } & (
  | { readonly kind: 'page'; readonly query: PageQuery }
  | { readonly kind: 'find'; readonly id: string; readonly rulesets: readonly string[] | null }
  | {
      readonly kind: 'prove';
      readonly id: string;
      readonly rulesets: readonly string[] | null;
      /** Base64url of the public keys of checkpoints. */
      readonly keys: readonly string[];
    }
);

/** The response of each request; null for what is not there, and for a cursor that is none. */
export interface LogReplies {
  readonly page: DecisionPage | null;
  /** JSON text of the record. */
  readonly find: string | null;
  readonly prove: DecisionProof | null;
}

export type LogReply =
  | { readonly ok: true; readonly value: LogReplies[keyof LogReplies] }
  /** For the log of the service: it may name files. */
  | { readonly ok: false; readonly problem: string };
