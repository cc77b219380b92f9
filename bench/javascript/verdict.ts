const RANK = { deny: 0, escalate: 1, allow: 2 } as const;

/** Collects the trace and the decision under `deny-overrides`. */
export class Verdict {
  readonly ruleTrace: string[] = [];
  decision: keyof typeof RANK = 'deny';
  reason = 'default decision (no rules fired)';
  /** Rank of the decision so far; 3 if none. */
  rank = 3;

  fire(rule: string, action: keyof typeof RANK, reason: string): void {
    this.ruleTrace.push(rule);
    const rank = RANK[action];
    if (rank > this.rank) return;
    this.rank = rank;
    this.decision = action;
    this.reason = reason;
  }
}
