/** Approvals over a map that stores them: the one place that defines how they are requested, decided and used. */
import { allowsRuleset } from '../../library/ruleset-patterns.ts';
import {
  bytesOf,
  KEPT_MS,
  listed,
  stateOf,
  type ApprovalFilter,
  type ApprovalPage,
  type ApprovalRequest,
  type ListedApproval,
  type Position,
  type StoredApproval,
} from './approval.ts';
import type { Answered, NewApproval, Requested, Used } from './approval-store.ts';
import { isRequester } from './requester.ts';

/** Where records lie. Writes happen inside a transaction of its owner. */
export interface ApprovalRecords {
  readonly all: () => Iterable<StoredApproval>;
  readonly get: (id: string) => StoredApproval | null;
  readonly put: (approval: StoredApproval) => void;
  readonly remove: (id: string) => void;
}

interface Entry {
  readonly approval: ListedApproval;
  readonly bytes: number;
}

/**
 * Everything but the requests is known in memory, so that lists and limits read no record. When a transaction around a
 * write fails, `load` must be called again.
 */
export class ApprovalBook {
  readonly #records: ApprovalRecords;
  readonly #entries = new Map<string, Entry>();
  readonly #byRequester = new Map<string, Set<string>>();

  constructor(records: ApprovalRecords) {
    this.#records = records;
    this.load();
  }

  load(): void {
    this.#entries.clear();
    this.#byRequester.clear();
    for (const approval of this.#records.all()) this.#know(listed(approval), bytesOf(approval));
  }

  request({ request, id, now, expiresAt, limits }: NewApproval): Requested {
    const own = this.#of(request.requester);
    const found = own
      .filter(({ approval }) => isSame(approval, request) && isFor(approval, request.callId, now))
      .sort((a, b) => usedFirst(a.approval) - usedFirst(b.approval) || byAge(a.approval, b.approval))[0];
    if (found !== undefined) return { approval: found.approval, isNew: false };
    const pending = own.filter(({ approval }) => stateOf(approval, now) === 'pending');
    if (pending.length >= limits.mostPending) return { passed: 'pending' };
    if (!this.#makeRoom(own, bytesOf(request), limits.mostBytesOfAll, now)) return { passed: 'bytes' };
    const none = { by: null, answeredAt: null, usedBy: null };
    const made: StoredApproval = { ...request, id, state: 'pending', createdAt: now, expiresAt, ...none };
    this.put(made);
    return { approval: listed(made), isNew: true };
  }

  find(id: string): StoredApproval | null {
    return this.#entries.has(id) ? this.#records.get(id) : null;
  }

  list({ state, rulesets, after, limit }: ApprovalFilter, now: number): ApprovalPage {
    const found: ListedApproval[] = [];
    for (const { approval } of this.#entries.values()) {
      if (state !== null && stateOf(approval, now) !== state) continue;
      if (after !== null && byAge(approval, after) <= 0) continue;
      if (allowsRuleset(rulesets, approval.ruleset)) found.push(approval);
    }
    return pageOf(found.sort(byAge), limit);
  }

  answer({ id, state, by, now }: Answered): ListedApproval | null {
    const entry = this.#entries.get(id);
    if (entry === undefined || stateOf(entry.approval, now) !== 'pending') return null;
    if (isRequester(entry.approval, by)) return null;
    return this.#change(entry, { ...entry.approval, state, by, answeredAt: now });
  }

  use({ id, callId, rulesetHash, now }: Used): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    const { approval } = entry;
    if (approval.state !== 'approved' || approval.expiresAt <= now) return false;
    if (approval.rulesetHash !== rulesetHash) return false;
    if (approval.usedBy !== null) return approval.usedBy === callId;
    this.#change(entry, { ...approval, usedBy: callId });
    return true;
  }

  /** Keeps an approval as it is. */
  put(approval: StoredApproval): void {
    this.#records.put(approval);
    this.#know(listed(approval), bytesOf(approval));
  }

  #change({ bytes }: Entry, approval: ListedApproval): ListedApproval {
    const before = this.#records.get(approval.id);
    if (before === null) throw new Error('an approval that is known is kept');
    this.#records.put({ ...approval, request: before.request });
    this.#know(approval, bytes);
    return approval;
  }

  #know(approval: ListedApproval, bytes: number): void {
    const { id, requester } = approval;
    this.#entries.set(id, { approval, bytes });
    const ids = this.#byRequester.get(requester) ?? new Set();
    this.#byRequester.set(requester, ids.add(id));
  }

  #forget({ approval: { id, requester } }: Entry): void {
    this.#records.remove(id);
    this.#entries.delete(id);
    const ids = this.#byRequester.get(requester);
    ids?.delete(id);
    if (ids?.size === 0) this.#byRequester.delete(requester);
  }

  #of(requester: string): Entry[] {
    return [...(this.#byRequester.get(requester) ?? [])].flatMap((id) => this.#entries.get(id) ?? []);
  }

  /** Forgets what expired long ago; of the rest as much as is needed, oldest first. False if what is open is too much. */
  #makeRoom(own: readonly Entry[], needed: number, most: number, now: number): boolean {
    let total = needed;
    for (const { bytes } of own) total += bytes;
    const over = own.filter(({ approval }) => approval.expiresAt <= now);
    for (const entry of over.sort((a, b) => byAge(a.approval, b.approval))) {
      if (total <= most && entry.approval.expiresAt > now - KEPT_MS) break;
      total -= entry.bytes;
      this.#forget(entry);
    }
    return total <= most;
  }
}

function isSame(approval: ListedApproval, request: ApprovalRequest): boolean {
  return (
    approval.requestDigest === request.requestDigest &&
    approval.argsDigest === request.argsDigest &&
    approval.agent === request.agent &&
    approval.session === request.session &&
    approval.server === request.server &&
    approval.tool === request.tool &&
    approval.ruleset === request.ruleset &&
    approval.rulesetHash === request.rulesetHash
  );
}

/** True if the call can have this approval of its binding. */
function isFor({ state, callId, usedBy, expiresAt }: ListedApproval, call: string, now: number): boolean {
  if (expiresAt <= now) return false;
  return state === 'rejected' ? callId === call : usedBy === null || usedBy === call;
}

function usedFirst({ usedBy }: ListedApproval): number {
  return usedBy === null ? 1 : 0;
}

export function byAge(a: Position, b: Position): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The first of those found, which are one more than the limit if there is another page. */
export function pageOf(found: readonly ListedApproval[], limit: number): ApprovalPage {
  const approvals = found.slice(0, limit);
  const last = approvals.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { approvals, next: hasMore ? { createdAt: last.createdAt, id: last.id } : null };
}
