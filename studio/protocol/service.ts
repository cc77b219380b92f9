/** The parts of the HTTP API that the page reads. Values of requests keep every digit: they are read as library/json.ts reads them. */
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { StudioFile } from './messages.ts';

export interface ServedRuleset {
  readonly name: string;
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly mounted: boolean;
}

export interface RulesetSource {
  /** Name for documents that give none. */
  readonly name: string;
  readonly hash: string;
  readonly files: readonly StudioFile[];
  /** Files of earlier versions that a reload kept parts of, newest first. */
  readonly base?: readonly (readonly StudioFile[])[];
}

/** A record of the decision log. */
export interface DecisionRecord {
  /** ISO 8601. */
  readonly time: string;
  /** `decision` or `error`. */
  readonly kind: string;
  readonly decision_id: string;
  /** Name of the token. */
  readonly actor?: string;
  readonly ruleset?: string;
  readonly ruleset_hash?: string;
  readonly session_id?: string;
  readonly fleet?: string;
  /** Milliseconds since the epoch, as the rules saw the time. */
  readonly clock?: number;
  readonly host_input?: readonly Fact[];
  /** Left out if only its hash is in the log. */
  readonly input?: readonly Fact[];
  readonly document?: unknown;
  readonly decision?: string | null;
  readonly reason?: string | null;
  readonly rule_trace?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly obligations?: readonly unknown[];
  readonly missing?: readonly string[];
  readonly budgets?: readonly unknown[];
  readonly duration_us?: number;
  readonly error?: { readonly code: string; readonly detail: string };
  readonly masked?: true;
}

type Fact = Pick<FactInput, 'template' | 'data'>;

export interface DecisionsPage {
  readonly decisions: readonly DecisionRecord[];
  readonly next: string | null;
  /** ISO 8601: everything since then was searched. */
  readonly scanned_to: string;
}

export interface Replica {
  readonly id: string;
  readonly version: string;
  readonly ruleset: string | null;
  readonly hash: string | null;
  readonly started_at: string;
  readonly seen_at: string;
  /** `null` where servers share them. */
  readonly sessions: number | null;
  readonly workers: number;
  readonly draining: boolean;
}

export interface ServiceStatus {
  readonly ruleset_hash: string | null;
  readonly version: string;
  readonly loaded_at: string | null;
  readonly warnings?: string;
  readonly ruleset_origin?: 'mounted' | 'reloaded';
  readonly audit_problem?: string;
  readonly attestation_problem?: string;
  readonly replica_problem?: string | null;
}

export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'expired';
export type ApprovalAnswer = 'approved' | 'rejected';

/** An approval in a list. */
export interface ListedApproval {
  readonly id: string;
  readonly state: ApprovalState;
  /** Name of the token that made the request. */
  readonly requester: string;
  readonly agent: string;
  readonly session: string | null;
  readonly tool: string;
  readonly server: string | null;
  readonly args_digest: string | null;
  readonly request_digest: string | null;
  readonly ruleset: string;
  readonly ruleset_hash: string;
  readonly call_id: string;
  readonly reason: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly answered_at: string | null;
  readonly answered_by: string | null;
  readonly used_by: string | null;
  readonly budgets?: readonly string[];
  readonly masked?: true;
}

export interface Approval extends ListedApproval {
  readonly args: unknown;
  /** The whole request as the rules see it; `null` if masked. */
  readonly request: unknown;
}

export interface ApprovalsPage {
  readonly approvals: readonly ListedApproval[];
  readonly next_cursor?: string;
}

/** A reload of the text of one file. */
export interface ReloadText {
  readonly ruleset_yaml: string;
  readonly signature?: string;
}

interface ReloadHashes {
  readonly ruleset_hash_before: string;
  readonly ruleset_hash_after: string;
  readonly warnings: readonly string[];
}

export interface Reloaded extends ReloadHashes {
  readonly loaded_at: string;
}

export interface DryRun extends ReloadHashes {
  /** Recent decisions that were evaluated again. */
  readonly decisions: number;
  readonly same: number;
  readonly other_reasons: number;
  readonly left_out: number;
  readonly changes: readonly {
    readonly before: string;
    readonly after: string;
    readonly count: number;
    readonly rules_before: Readonly<Record<string, number>>;
    readonly rules_after: Readonly<Record<string, number>>;
    readonly example: { readonly decision_id: string | null; readonly input?: unknown };
  }[];
}
