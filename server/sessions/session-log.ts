/** What is kept of sessions, wherever it is kept: the log of each, whose entries lead to its facts. */
import { ServiceError } from '../errors.ts';

/** A session at one moment. */
export interface SessionHead {
  /** Names this one life of the session: an id may be used again, a handle never is. */
  readonly handle: string;
  /** Name of the token that made it. */
  readonly owner: string;
  readonly id: string;
  /** Ruleset it is bound to, by its path under the root. */
  readonly ruleset: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Number of its last entry. */
  readonly sequence: number;
  /** Bytes of its entries. */
  readonly bytes: number;
  readonly facts: number;
}

/** What is there under a name. `ended`: there was one, and it expired or was deleted not long ago. */
export type Found =
  | { readonly kind: 'live'; readonly head: SessionHead }
  | { readonly kind: 'ended' }
  | { readonly kind: 'never' };

/** A session about to be made. */
export type NewSession = Pick<SessionHead, 'handle' | 'owner' | 'id' | 'ruleset'>;

/** What an operation did to a session. */
export interface SessionChange {
  /** Entries to add, or all entries anew: JSON texts. */
  readonly entries: readonly string[];
  /** The entries stand for all that was before. */
  readonly anew: boolean;
  /** Facts that the session now holds. */
  readonly facts: number;
}

/** Entries of a session on their way to a worker. */
export interface Restore {
  /** Number of the entry before them; null: they begin anew. */
  readonly after: number | null;
  /** JSON texts, one a line. */
  readonly lines: Uint8Array;
}

export interface SessionLimits {
  readonly ttlMs: number;
  readonly tombstoneMs: number;
  /** Sessions of one owner. */
  readonly mostSessions: number;
  /** Bytes of the entries of all sessions. */
  readonly mostBytesOfAll: number;
}

/** Told when a session has expired. */
export type OnExpired = (head: SessionHead) => void;

/**
 * The log of all sessions. What it answers has been made to last as far as the log lasts. All of its operations throw
 * ServiceError `store_unavailable` when it cannot be reached: then a change may have been made or not.
 */
export interface SessionLog {
  /** No other process writes to it: operations may follow one another before the first is kept. */
  readonly exclusive: boolean;
  /** What there is, all that was acknowledged before the call included. */
  readonly find: (owner: string, id: string) => Promise<Found>;
  /** False: there is one by now. Throws ServiceError `session_limit_exceeded`. */
  readonly create: (session: NewSession) => Promise<boolean>;
  /** Adds to the session as `find` told it. False: it is another by now, and the operation must be done again. */
  readonly append: (head: SessionHead, change: SessionChange) => Promise<boolean>;
  /** Whether what was read from the session as `find` told it may be answered: once all that it rests on is kept. */
  readonly settled: (head: SessionHead) => Promise<boolean>;
  /** The entries up to the head: those after a number as far as they are kept one by one, else all. Null: it is another. */
  readonly read: (head: SessionHead, after: number | null) => Promise<Restore | null>;
  readonly end: (head: SessionHead) => Promise<void>;
  /** How many sessions there are; null: other servers have some, too. */
  readonly size: () => number | null;
  /** Bytes that may still be added to all sessions. */
  readonly room: () => number;
  readonly close: () => Promise<void>;
}

export function sessionLimitExceeded(): ServiceError {
  return new ServiceError('session_limit_exceeded', 'the service holds as many sessions as it may');
}

/** The refusal of an operation on a session that there is not, or not any more. */
export function sessionGone(state: 'ended' | 'never'): ServiceError {
  return new ServiceError(state === 'ended' ? 'session_expired' : 'session_not_found', 'session not found');
}
