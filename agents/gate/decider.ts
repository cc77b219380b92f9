/** Decision maker of a gate: an engine in this process, or a service. */
import type { Obligation } from '../../runtime/description.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { GrantedApproval } from './approval-facts.ts';
import type { Approvals } from './approvals.ts';
import type { CallDocument } from './call.ts';

export interface Decided {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly obligations: readonly Obligation[];
  readonly decisionId: string | null;
  readonly rulesetHash: string | null;
  /** If the rules ask for one and the decider can make it. */
  readonly attestationToken?: string | null;
  /** Paths that the rule that decided could not know; left out when there are none. */
  readonly missing?: readonly string[];
  /** Takes precedence over `metadata.code`. */
  readonly code?: string;
  /** For a decider with its own approvals: the one that the call waits for, or that it used. */
  readonly approval?: string;
  /** For a ruleset with budgets. */
  readonly counting?: Counting;
}

/** The uses that a decision counted. */
export interface Counting {
  readonly counted: boolean;
  /** The key repeated a decision that counted before. */
  readonly replayed: boolean;
  readonly exceededBudgets: readonly string[];
  /** Id of what is held; null: nothing is. */
  readonly reservation: string | null;
}

/** One attempt to execute a call. */
export interface Attempt {
  /** Counts once, however often it is sent; null: nothing is executed, and so nothing counts. */
  readonly key: string | null;
}

export interface Decider {
  /** May throw or reject: the gate then denies. */
  readonly decide: (
    document: CallDocument,
    signal: AbortSignal,
    granted: GrantedApproval | null,
    attempt: Attempt,
  ) => Decided | Promise<Decided>;
  /** True if it returns immediately, so that no abort signal is needed. */
  readonly isImmediate?: true;
  /** Keeps facts for later decisions of a session. */
  readonly keep: (session: string, facts: readonly FactInput[]) => void | Promise<void>;
  /** True if the rules take `observation` facts (default: true). */
  readonly takesObservations?: () => boolean;
  /** Left out: the gate keeps them. */
  readonly approvals?: Approvals;
  /** True if it serves one ruleset without sessions (default: false). */
  readonly isMounted?: () => Promise<boolean>;
}
