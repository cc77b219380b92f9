import { keyOfNumber, type LedgerRecords } from './records.ts';
import type { KeySums, Reservation, ReservationState, SettledKey } from './ledger.ts';

/** A key that a decision used. */
export interface KeptUse {
  /** Id of its sums. */
  readonly id: string;
  readonly budget: string;
  readonly key: string;
  /** The key without sensitive values. */
  readonly shown: string;
  readonly amount: string;
  /** It was held and not used at once. */
  readonly isHeld: boolean;
  /** The part that counts as used. */
  readonly used: string;
  /** The part that is still held. */
  readonly held: string;
}

/** A decision that counted. */
export interface KeptDecision {
  readonly id: string;
  readonly ruleset: string;
  readonly session: string | null;
  readonly time: number;
  readonly sequence: number;
  readonly uses: readonly KeptUse[];
  readonly sums: readonly KeySums[];
  readonly response: string;
  /** The decision log has it, and what becomes of its hold. */
  readonly isRecorded: boolean;
  /** `null` if it holds nothing. */
  readonly hold: {
    readonly state: ReservationState;
    readonly expiresAt: number;
    readonly onExpire: 'keep' | 'release';
    readonly over: boolean;
    readonly late: boolean;
    /** The settlement as it was requested; null: none came. */
    readonly settlement: string | null;
  } | null;
}

/** What a settlement or an expiry changes in the sums of a key, at the time of its decision. */
export interface SumChange {
  readonly budget: string;
  /** Id of the sums. */
  readonly id: string;
  readonly used: bigint;
  readonly held: bigint;
}

export interface ChangedDecision {
  readonly decision: KeptDecision;
  readonly changes: readonly SumChange[];
}

/** The changes that lead from a decision to these uses of it. */
export function changesOf({ uses: before }: KeptDecision, after: readonly KeptUse[]): readonly SumChange[] {
  return after.flatMap(({ budget, id, used, held }, i) => {
    const change = {
      budget,
      id,
      used: BigInt(used) - BigInt(before[i]!.used),
      held: BigInt(held) - BigInt(before[i]!.held),
    };
    return change.used === 0n && change.held === 0n ? [] : [change];
  });
}

export const DECISIONS = 'decision';
const DAY_MS = 86_400_000;
/** Time in which a decision can be settled and found. One that holds is kept until its hold ends. */
export const DECISION_MS = 35 * DAY_MS;
/** Ends of holds, in order. */
export const EXPIRIES = 'expiry';

export const expiryKey = (expiresAt: number, id: string): string => `${keyOfNumber(expiresAt)}.${id}`;

export function readDecision(records: LedgerRecords, id: string): KeptDecision | null {
  const text = records.get(DECISIONS, id);
  return text === null ? null : (JSON.parse(text) as KeptDecision);
}

/** The decision if it can still be settled and found, however long the store keeps it; null otherwise. */
export function recentDecision(decision: KeptDecision | null, time: number): KeptDecision | null {
  if (decision === null || decision.hold?.state === 'reserved') return decision;
  return decision.time > time - DECISION_MS ? decision : null;
}

export function writeDecision(records: LedgerRecords, decision: KeptDecision): void {
  records.put(DECISIONS, decision.id, JSON.stringify(decision));
}

export function reservationOf({ id, ruleset, uses, hold }: KeptDecision): Reservation | null {
  if (hold === null) return null;
  const settled: readonly SettledKey[] = uses
    .filter(({ isHeld }) => isHeld)
    .map(({ budget, key, shown, amount, used }) => ({
      budget,
      key,
      shown,
      reserved: amount,
      amount: hold.state === 'reserved' ? amount : used,
    }));
  const { state, expiresAt, over, late } = hold;
  return { id, ruleset, state, expiresAt, settled, over, late };
}
