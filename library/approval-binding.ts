/** Subject of an approval. */
export interface ApprovalBinding {
  readonly agent: string;
  readonly session: string | null;
  /** Server of the tool; null if unknown. */
  readonly server: string | null;
  readonly tool: string;
  /** Over the arguments: what rules compare. */
  readonly argsDigest: string;
  /** Over the whole request as the rules see it, except the id and the time of the call. */
  readonly requestDigest: string;
  readonly rulesetHash: string | null;
}

export type ApprovalState = 'pending' | 'approved' | 'rejected';
