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

/** A session about to be made. */
export type NewSession = Pick<SessionHead, 'handle' | 'owner' | 'id' | 'ruleset'>;

/** Effect of an operation on a session. */
export interface SessionChange {
  /** Entries to add, or a complete replacement: JSON texts. */
  readonly entries: readonly string[];
  /** True if the entries replace all earlier ones. */
  readonly anew: boolean;
  /** Facts that the session now holds. */
  readonly facts: number;
}
