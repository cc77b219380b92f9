/** What a gate asks for a decision: an engine in this process, or a service. */
import type { Obligation } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
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
  /** Goes before `metadata.code`. */
  readonly code?: string;
  /** Of a decider with approvals of its own: the one that the call waits for, or that it used. */
  readonly approval?: string;
}

export interface Decider {
  /** May throw or reject: the gate then denies. */
  readonly decide: (
    document: CallDocument,
    signal: AbortSignal,
    granted: GrantedApproval | null,
  ) => Decided | Promise<Decided>;
  /** It answers at once, so that nothing is there to be cut off: no signal is made for it. */
  readonly isImmediate?: true;
  /** Keeps facts for later decisions of a session. */
  readonly keep: (session: string, facts: readonly FactInput[]) => void | Promise<void>;
  /** Whether the rules take `observation` facts; left out: they do. */
  readonly takesObservations?: () => boolean;
  /** Left out: the gate keeps them. */
  readonly approvals?: Approvals;
  /** Whether it serves one ruleset and no sessions; left out: it has sessions. */
  readonly isMounted?: () => Promise<boolean>;
}
