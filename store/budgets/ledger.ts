/** The ledger of budgets: what decisions used, and what they hold. Every operation is atomic, and on disk when it is done. */
import type { Used } from '../approvals/approval-store.ts';
import type { LogLine } from './log-lines.ts';
import type { BudgetReserve, BudgetWindow } from '../../runtime/budget-info.ts';

/** The key of one budget that a decision uses. Integers are decimal texts. */
export interface AskedUse {
  readonly budget: string;
  /** JSON text of its members. */
  readonly key: string;
  /** Members of the key that lists and logs mask. */
  readonly secret: readonly string[];
  readonly amount: string;
  readonly overflows: boolean;
  readonly limit: string;
  /** The limit comes from a fact, and belongs to this decision alone. */
  readonly isLimitOfFact?: boolean;
  readonly isKnown: boolean;
  readonly window: BudgetWindow;
  readonly reserve: BudgetReserve | null;
  /** Texts of one budget that differ cannot share sums. */
  readonly shape: string;
  /** A person approved that it exceeds its limit. */
  readonly isApproved: boolean;
}

export interface AskedDecision {
  readonly id: string;
  /** Real path below the root, or name. */
  readonly ruleset: string;
  readonly session: string | null;
  /** Name of the token, and its key for this decision with the digest of the request. */
  readonly idempotency: { readonly owner: string; readonly key: string; readonly digest: string };
  readonly uses: readonly AskedUse[];
  /** The approval that it uses up; null: none. */
  readonly approval: Used | null;
  /** True if the rules allow without budgets. */
  readonly isAllowed: boolean;
  /** Kept with the key. */
  readonly response: string;
  /** First members of its record; null: nothing is recorded. */
  readonly record: string | null;
  /** The clock of this process. */
  readonly now: number;
  /** The time that its rules saw, of `Ledger.now` or of an earlier reply; left out: that of this decision. */
  readonly at?: number;
}

/** Sums of a key before the decision. */
export interface KeySums {
  readonly budget: string;
  readonly key: string;
  /** The key without sensitive values. */
  readonly shown: string;
  readonly requested: string;
  readonly used: string;
  readonly reserved: string;
  readonly limit: string;
  readonly windowStart: number | null;
  readonly windowEnd: number | null;
  readonly exceeded: boolean;
  readonly over: boolean;
  /** Its amount is held, and not used at once. */
  readonly holds: boolean;
}

export type ReservationState = 'reserved' | 'committed' | 'released' | 'expired';

export interface SettledKey {
  readonly budget: string;
  readonly key: string;
  readonly shown: string;
  readonly reserved: string;
  readonly amount: string;
}

export interface Reservation {
  readonly id: string;
  readonly ruleset: string;
  readonly state: ReservationState;
  readonly expiresAt: number;
  readonly settled: readonly SettledKey[];
  readonly over: boolean;
  readonly late: boolean;
}

export type Decided =
  | {
      readonly kind: 'decided' | 'replayed';
      readonly id: string;
      readonly counted: boolean;
      readonly time: number;
      /** Its place in the order of all that counted; null: it did not. */
      readonly sequence: number | null;
      readonly sums: readonly KeySums[];
      readonly reservation: Reservation | null;
      readonly response: string;
      /** Its record; null: it did not count now, or nothing is recorded. */
      readonly line: LogLine | null;
    }
  /** The key was used for another request. */
  | { readonly kind: 'conflict' }
  /** Earlier uses do not fit the budget as it is now. */
  | { readonly kind: 'changed'; readonly budget: string; readonly live: number }
  /** Its approval is for another request, or used up. Nothing was counted. */
  | { readonly kind: 'unapproved' }
  /** It counted before, and its reservation was released. */
  | { readonly kind: 'closed'; readonly state: ReservationState }
  /** Its rules saw another time: nothing was counted, and they must decide again at this one. */
  | { readonly kind: 'moved'; readonly time: number };

/** The settlement of a hold: nothing, the amount of its only key, or an amount for each key. */
export type Settlement =
  | { readonly kind: 'release' }
  | { readonly kind: 'commit'; readonly amount: string }
  | {
      readonly kind: 'commit-keys';
      readonly amounts: readonly { readonly budget: string; readonly key: string; readonly amount: string }[];
    };

export type Settled =
  | { readonly kind: 'settled'; readonly reservation: Reservation; readonly line: LogLine | null }
  | { readonly kind: 'none' }
  | { readonly kind: 'closed'; readonly state: ReservationState }
  | { readonly kind: 'unfit' };

export interface ListedKey {
  readonly ruleset: string;
  readonly budget: string;
  readonly session: string | null;
  readonly key: string;
  readonly window: string;
  /** That of its last use; null: it depends on a fact. */
  readonly limit: string | null;
  readonly used: string;
  readonly reserved: string;
  readonly windowStart: number | null;
  readonly windowEnd: number | null;
}

/** A budget with live uses that mean something else. */
export interface ChangedBudget {
  readonly budget: string;
  /** Its keys in use. */
  readonly live: number;
}

export interface Reset {
  /** Keys that had live uses. */
  readonly live: number;
  readonly line: LogLine | null;
}

export interface Lines {
  readonly lines: readonly LogLine[];
  /** Holds that were not settled in time, since the ledger began. */
  readonly expired: number;
  /** The store's time. */
  readonly time: number;
}

export interface Ledger {
  /** The store's time in milliseconds, as far as this process knows it. */
  readonly now: () => number;
  readonly decide: (asked: AskedDecision) => Promise<Decided>;
  /** The sums that `decide` would find. Nothing counts. */
  readonly preview: (asked: AskedDecision) => Promise<Decided>;
  /** @param record first members of its record; null: nothing is recorded */
  readonly settle: (
    id: string,
    settlement: Settlement,
    now: number,
    record: string | null,
  ) => Promise<Settled>;
  readonly find: (id: string, now: number) => Promise<Reservation | null>;
  readonly list: (now: number) => Promise<readonly ListedKey[]>;
  /** Forgets what a budget counted; returns the number of its keys with live uses. */
  readonly reset: (ruleset: string, budget: string, now: number, record: string | null) => Promise<Reset>;
  /** Budgets of a ruleset with live uses that are not among these, or have another shape. */
  readonly changed: (
    ruleset: string,
    shapes: Readonly<Record<string, string>>,
    now: number,
  ) => Promise<readonly ChangedBudget[]>;
  /** Ends holds whose time has come, and returns the lines that the log is not known to have. */
  readonly lines: (now: number) => Promise<Lines>;
  /** The log has these lines: they are dropped with the next operation. */
  readonly logged: (sequences: readonly number[]) => void;
  readonly close: () => Promise<void>;
}
