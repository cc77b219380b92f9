/** Approvals as the service keeps them. */
import type { ApprovalBinding, ApprovalState } from '../../library/approval-binding.ts';

/** Members of an approval that come from its request. */
export type NamedMember = 'agent' | 'session' | 'server' | 'tool' | 'callId';

/** A request that needs approval. */
export interface ApprovalRequest extends ApprovalBinding {
  /** Name of the requesting token. */
  readonly requester: string;
  /** Name of the ruleset that decided, whatever the caller called it. */
  readonly ruleset: string;
  readonly rulesetHash: string;
  readonly callId: string;
  /** JSON text of all that `requestDigest` is over. */
  readonly request: string;
  readonly reason: string;
  /** Budgets that the request exceeded: what is approved exceeds these, and no others (default: none). */
  readonly budgets?: readonly string[];
  /** Sensitive members in addition to the request, its digests and the reason; `null` if there are none. */
  readonly sensitive: readonly NamedMember[] | null;
}

/** An approval without its request: what lists show. */
export interface ListedApproval extends Omit<ApprovalRequest, 'request'> {
  readonly id: string;
  readonly state: ApprovalState;
  /** Name of the token that decided; null while pending. */
  readonly by: string | null;
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly answeredAt: number | null;
  /** The call that used it up, or null. */
  readonly usedBy: string | null;
}

export interface StoredApproval extends ListedApproval {
  readonly request: string;
}

/** State as callers see it: an approval that was not decided or used in time has expired. */
type ShownState = ApprovalState | 'expired';

export const SHOWN_STATES = ['pending', 'approved', 'rejected', 'expired'] as const;

export function stateOf(
  { state, expiresAt, usedBy }: Pick<ListedApproval, 'state' | 'expiresAt' | 'usedBy'>,
  now: number = Date.now(),
): ShownState {
  const isOver = state !== 'rejected' && usedBy === null && expiresAt <= now;
  return isOver ? 'expired' : state;
}

export interface ApprovalFilter {
  /** Name of the token that reads the list. */
  readonly reader: string;
  /** `null`: in any state. */
  readonly state: ShownState | null;
  /** Patterns of the rulesets that exist for the reader; `null`: all. */
  readonly rulesets: readonly string[] | null;
  /** Where the page before ended, or `null`. */
  readonly after: Position | null;
  readonly limit: number;
}

/** Place of an approval in lists, which run from old to new. */
export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

export interface ApprovalPage {
  readonly approvals: readonly ListedApproval[];
  /** Where the next page begins; `null` on the last one. */
  readonly next: Position | null;
}

/** Limits of one token: pending approvals, and stored bytes. */
export interface ApprovalLimits {
  readonly mostBytes: number;
  readonly mostPending: number;
  readonly mostBytesOfAll: number;
}

/** A limit that a new approval would pass. */
export type PassedLimit = 'pending' | 'bytes';

/** Bytes of approvals after which a page of a list ends: the HTTP thread writes it as one text. */
export const PAGE_BYTES = 1_048_576;

/** Approvals are kept this long after they expire, unless their token needs the room. */
export const KEPT_MS = 30 * 24 * 3_600_000;

/** Bytes that an approval is charged with: those of its texts. */
export function bytesOf(request: ApprovalRequest | ListedApproval): number {
  let bytes = CHARGED_ANYWAY;
  for (const value of Object.values(request))
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
  return bytes;
}

/** Bytes of times, states and the id. */
const CHARGED_ANYWAY = 256;

/** The approval without its request. */
export function listed({ request: _, ...approval }: StoredApproval): ListedApproval {
  return approval;
}
