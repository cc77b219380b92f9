/** A session whose facts an evaluation rests on. */
interface HeldSession {
  readonly kind: 'session';
  readonly id: string;
  /** Number of its last change. */
  readonly sequence: number;
}

/** A fleet whose facts it rests on. */
export interface HeldFleet {
  readonly kind: 'fleet';
  readonly name: string;
  /** Number of its last change. */
  readonly sequence: number;
}

/** Working memory before the facts of a request arrived. */
export type Held = HeldSession | HeldFleet;
