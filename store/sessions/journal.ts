import type { NewSession, SessionChange, SessionHead } from './session-head.ts';

/** A change of what is kept. Those that wait together are kept together, in their order, or none of them. */
export type JournalWrite =
  | { readonly kind: 'create'; readonly session: NewSession; readonly createdAt: number }
  | {
      readonly kind: 'append';
      readonly handle: string;
      /** Number of the entry before the new ones. */
      readonly after: number;
      readonly change: SessionChange;
    }
  | { readonly kind: 'end'; readonly session: NewSession; readonly until: number }
  | { readonly kind: 'touch'; readonly handles: readonly string[]; readonly usedAt: number }
  /** Marks of sessions that ended longer ago than marks are kept. */
  | { readonly kind: 'forget'; readonly before: number };

/** A session as it was kept by an earlier process. */
export interface KeptSession {
  readonly head: SessionHead;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
}

/** Where one process keeps the entries of its sessions. Throws ServiceError `store_unavailable`. */
export interface Journal {
  readonly load: () => Promise<readonly KeptSession[]>;
  readonly write: (write: JournalWrite) => Promise<void>;
  /** All entries of a session: JSON texts, one per line. */
  readonly read: (handle: string) => Promise<Uint8Array>;
  /** Stored state of a session; null for none. */
  readonly head: (handle: string) => Promise<SessionHead | null>;
  /** True if a session of this name has left its mark. */
  readonly hasEnded: (owner: string, id: string, now: number) => Promise<boolean>;
}
