/** Approvals over a map that stores them: the one place that defines how they are requested, decided and used. */
import { allowsRuleset } from '../../library/ruleset-patterns.ts';
import {
  bytesOf,
  KEPT_MS,
  PAGE_BYTES,
  listed,
  stateOf,
  type ApprovalFilter,
  type ApprovalPage,
  type ApprovalRequest,
  type ListedApproval,
  type StoredApproval,
} from './approval.ts';
import { ApprovalIndex, byAge, type Entry, type Own } from './approval-index.ts';
import type { Answered, NewApproval, Requested, Used } from './approval-store.ts';
import { isRequester } from './requester.ts';

/** Where records lie. Writes happen inside a transaction of its owner. */
export interface ApprovalRecords {
  readonly all: () => Iterable<StoredApproval>;
  readonly get: (id: string) => StoredApproval | null;
  readonly put: (approval: StoredApproval) => void;
  readonly remove: (id: string) => void;
}

/**
 * Everything but the requests is known in memory, so that lists and limits read no record. When a transaction around a
 * write fails, `load` must be called again.
 */
export class ApprovalBook {
  readonly #records: ApprovalRecords;
  readonly #index = new ApprovalIndex();

  constructor(records: ApprovalRecords) {
    this.#records = records;
    this.load();
  }

  load(): void {
    this.#index.clear();
    const entries = Array.from(this.#records.all(), entryOf);
    for (const entry of entries.sort((a, b) => byAge(a.approval, b.approval))) this.#index.put(entry);
  }

  request({ request, id, now, expiresAt, limits }: NewApproval): Requested {
    const own = this.#index.own(request.requester, now);
    const found = [...(own.byDigest.get(request.requestDigest) ?? [])]
      .flatMap((known) => this.#index.get(known)?.approval ?? [])
      .filter((approval) => isSame(approval, request) && isFor(approval, request.callId, now))
      .sort((a, b) => usedFirst(a) - usedFirst(b) || byAge(a, b))[0];
    if (found !== undefined) return { approval: found, isNew: false };
    let pending = 0;
    for (const known of own.pending) if ((this.#index.get(known)?.approval.expiresAt ?? 0) > now) pending++;
    if (pending >= limits.mostPending) return { passed: 'pending' };
    if (!this.#makeRoom(own, bytesOf(request), limits.mostBytesOfAll, now)) return { passed: 'bytes' };
    const none = { by: null, answeredAt: null, usedBy: null };
    const made: StoredApproval = { ...request, id, state: 'pending', createdAt: now, expiresAt, ...none };
    this.put(made);
    return { approval: listed(made), isNew: true };
  }

  find(id: string): StoredApproval | null {
    return this.#index.get(id) === undefined ? null : this.#records.get(id);
  }

  list({ state, rulesets, after, limit }: ApprovalFilter, now: number): ApprovalPage {
    const found: ListedApproval[] = [];
    let bytes = 0;
    for (const { approval } of this.#index.after(after)) {
      if (state !== null && stateOf(approval, now) !== state) continue;
      if (!allowsRuleset(rulesets, approval.ruleset)) continue;
      found.push(approval);
      if (found.length > limit || bytes >= PAGE_BYTES) return pageOf(found);
      bytes += bytesOf(approval);
    }
    return { approvals: found, next: null };
  }

  answer({ id, state, by, now }: Answered): ListedApproval | null {
    const entry = this.#index.get(id);
    if (entry === undefined || stateOf(entry.approval, now) !== 'pending') return null;
    if (isRequester(entry.approval, by)) return null;
    return this.#change(entry, { ...entry.approval, state, by, answeredAt: now });
  }

  use({ id, callId, rulesetHash, now }: Used): boolean {
    const entry = this.#index.get(id);
    if (entry === undefined) return false;
    const { approval } = entry;
    if (approval.state !== 'approved' || approval.expiresAt <= now) return false;
    if (approval.rulesetHash !== rulesetHash) return false;
    if (approval.usedBy !== null) return approval.usedBy === callId;
    this.#change(entry, { ...approval, usedBy: callId });
    return true;
  }

  /** The same for what counts: a second use would count twice. */
  useOnce(used: Used): boolean {
    return this.#index.get(used.id)?.approval.usedBy === null && this.use(used);
  }

  /** Keeps an approval as it is. */
  put(approval: StoredApproval): void {
    this.#records.put(approval);
    this.#index.put(entryOf(approval));
  }

  #change({ bytes }: Entry, approval: ListedApproval): ListedApproval {
    const before = this.#records.get(approval.id);
    if (before === null) throw new Error('an approval that is known is kept');
    this.#records.put({ ...approval, request: before.request });
    this.#index.put({ approval, bytes });
    return approval;
  }

  /** Forgets what expired long ago; of the rest as much as is needed, oldest first. False if what is open is too much. */
  #makeRoom(own: Own, needed: number, most: number, now: number): boolean {
    for (const [id, entry] of own.expired) {
      if (own.bytes + needed <= most && entry.approval.expiresAt > now - KEPT_MS) break;
      this.#records.remove(id);
      this.#index.remove(entry);
    }
    return own.bytes + needed <= most;
  }
}

function entryOf(approval: StoredApproval): Entry {
  return { approval: listed(approval), bytes: bytesOf(approval) };
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

/** A page of what was found, which is one more than it holds. */
function pageOf(found: readonly ListedApproval[]): ApprovalPage {
  const approvals = found.slice(0, -1);
  const last = approvals.at(-1);
  return { approvals, next: last === undefined ? null : { createdAt: last.createdAt, id: last.id } };
}
