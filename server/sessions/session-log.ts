/** Storage of sessions: the log of each, whose entries produce its facts. */
import { ServiceError } from '../../library/errors.ts';
import type { NewSession, SessionChange, SessionHead } from '../../store/sessions/session-head.ts';

/** The session of a name. `ended`: it expired or was deleted recently. */
export type Found =
  | { readonly kind: 'live'; readonly head: SessionHead }
  | { readonly kind: 'ended' }
  | { readonly kind: 'never' };

/** Entries of a session on their way to a worker. */
export interface Restore {
  /** Number of the entry before them; null if they start again. */
  readonly after: number | null;
  /** JSON texts, one per line. */
  readonly lines: Uint8Array;
}

export interface SessionLimits {
  readonly ttlMs: number;
  readonly tombstoneMs: number;
  /** Sessions of one owner. */
  readonly mostSessions: number;
  /** Bytes of the entries of the sessions of one owner, and of all. */
  readonly mostBytesOfOne: number;
  readonly mostBytesOfAll: number;
}

/** Called when a session has expired. */
export type OnExpired = (head: SessionHead) => void;

/**
 * The log of all sessions. Its results are as durable as the log. All of its operations throw
 * ServiceError `store_unavailable` when it cannot be reached: then a change may have been made or not.
 */
export interface SessionLog {
  /** No other process writes to it: operations may follow one another before the first is kept. */
  readonly exclusive: boolean;
  /** Current state, including everything acknowledged before the call. */
  readonly find: (owner: string, id: string) => Promise<Found>;
  /** False: there is one by now. Throws ServiceError `session_limit_exceeded`. */
  readonly create: (session: NewSession) => Promise<boolean>;
  /** Adds to the session in the state that `find` returned. False if it has changed: the operation must be repeated. */
  readonly append: (head: SessionHead, change: SessionChange) => Promise<boolean>;
  /** True if data read from the session in the state that `find` returned may be returned: once its basis is stored. */
  readonly settled: (head: SessionHead) => Promise<boolean>;
  /** The entries up to the head: those after a number as far as they are kept one by one, else all. `null` if it has changed. */
  readonly read: (head: SessionHead, after: number | null) => Promise<Restore | null>;
  readonly end: (head: SessionHead) => Promise<void>;
  /** Number of sessions; null if other servers also have some. */
  readonly size: () => number | null;
  /** Bytes that may still be added to the sessions of an owner; `null`: to all sessions. */
  readonly room: (owner: string | null) => number;
  readonly close: () => Promise<void>;
}

export function sessionLimitExceeded(): ServiceError {
  return new ServiceError(
    'session_limit_exceeded',
    'session limit of this token reached (SERVICE_MAX_SESSIONS)',
  );
}

/** Returns the refusal of facts that the sessions of a token, or all sessions, have no room for. */
export function sessionBytesExceeded(): ServiceError {
  return new ServiceError(
    'session_limit_exceeded',
    'byte limit of sessions reached (SERVICE_MAX_TOKEN_SESSIONS_BYTES per token, SERVICE_MAX_SESSIONS_BYTES in total)',
  );
}

/** The refusal of an operation on a missing or ended session. */
export function sessionGone(state: 'ended' | 'never'): ServiceError {
  return new ServiceError(state === 'ended' ? 'session_expired' : 'session_not_found', 'session not found');
}
