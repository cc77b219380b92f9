/** Index of approvals in memory, so that the time of lists and limits does not grow with the number of stored records. */
import type { ListedApproval, Position } from './approval.ts';

export interface Entry {
  readonly approval: ListedApproval;
  /** Bytes that the approval is charged with. */
  readonly bytes: number;
}

/** Approvals of one requester. */
export interface Own {
  /** Charged bytes of all. */
  bytes: number;
  /** Not known to have expired, oldest first. */
  readonly open: Map<string, Entry>;
  /** Expired, oldest first. */
  readonly expired: Map<string, Entry>;
  /** Open approvals that are not decided. */
  readonly pending: Set<string>;
  /** Ids of the open ones by the digest of their request. */
  readonly byDigest: Map<string, Set<string>>;
}

/** Approvals that are noted as expired at once; a folder that was closed for long has many. */
const MOST_CLOSED = 1_000;

export class ApprovalIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #byRequester = new Map<string, Own>();
  /** All entries, oldest first. */
  #order: Entry[] = [];

  clear(): void {
    this.#entries.clear();
    this.#byRequester.clear();
    this.#order = [];
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Approvals of a requester as of now: those of the oldest that have expired are known as such. */
  own(requester: string, now: number): Own {
    const own = this.#byRequester.get(requester) ?? newOwn();
    let left = MOST_CLOSED;
    for (const [id, entry] of own.open) {
      if (entry.approval.expiresAt > now || left-- === 0) break;
      close(own, entry);
      own.expired.set(id, entry);
    }
    return own;
  }

  /** Entries after a position, oldest first; `null`: all. */
  *after(position: Position | null): Generator<Entry> {
    const from = position === null ? 0 : this.#placeOf(position);
    for (let i = from; i < this.#order.length; i++) {
      const entry = this.#order[i]!;
      if (position === null || byAge(entry.approval, position) > 0) yield entry;
    }
  }

  /** Adds an entry, or puts it in the place of the one with its id. */
  put(entry: Entry): void {
    const { id, requester, requestDigest, state } = entry.approval;
    const before = this.#entries.get(id);
    this.#entries.set(id, entry);
    const own = this.#byRequester.get(requester) ?? newOwn();
    this.#byRequester.set(requester, own);
    const place = this.#placeOf(entry.approval);
    this.#order.splice(place, before === undefined ? 0 : 1, entry);
    own.bytes += entry.bytes - (before?.bytes ?? 0);
    own.expired.delete(id);
    own.open.set(id, entry);
    if (state === 'pending') own.pending.add(id);
    else own.pending.delete(id);
    own.byDigest.set(requestDigest, (own.byDigest.get(requestDigest) ?? new Set()).add(id));
  }

  remove(entry: Entry): void {
    const { id, requester } = entry.approval;
    this.#entries.delete(id);
    this.#order.splice(this.#placeOf(entry.approval), 1);
    const own = this.#byRequester.get(requester);
    if (own === undefined) return;
    own.bytes -= entry.bytes;
    close(own, entry);
    own.expired.delete(id);
    if (own.open.size === 0 && own.expired.size === 0) this.#byRequester.delete(requester);
  }

  /** Number of entries that are older. New ones belong to the end, where the search begins. */
  #placeOf(position: Position): number {
    const order = this.#order;
    const last = order.at(-1);
    if (last === undefined || byAge(last.approval, position) < 0) return order.length;
    let from = 0;
    let to = order.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (byAge(order[middle]!.approval, position) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Takes an entry out of the open ones. */
function close(own: Own, { approval: { id, requestDigest } }: Entry): void {
  own.open.delete(id);
  own.pending.delete(id);
  const same = own.byDigest.get(requestDigest);
  same?.delete(id);
  if (same?.size === 0) own.byDigest.delete(requestDigest);
}

function newOwn(): Own {
  return { bytes: 0, open: new Map(), expired: new Map(), pending: new Set(), byDigest: new Map() };
}

export function byAge(a: Position, b: Position): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
