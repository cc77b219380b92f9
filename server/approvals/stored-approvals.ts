/** Approvals of the service: in its store, so that they outlive it and all servers on one database share them. */
import { isUnicode } from '../evidence/canonical-json.ts';
import { ServiceError } from '../errors.ts';
import type { LazyStore } from '../store/lazy-store.ts';
import type { Store } from '../store/store.ts';
import { isRequester } from './requester.ts';
import { approvalByRequester, approvalNotFound, approvalNotKept, approvalNotPending } from './errors.ts';
import {
  answerApproval,
  findApproval,
  listApprovals,
  requestApproval,
  useApproval,
  type ApprovalFilter,
  type ApprovalRequest,
  type StoredApproval,
} from './approval-table.ts';

/** A wait looks again after this long, whatever it was told. */
const LOOK_MS = 2_000;

export class StoredApprovals {
  readonly #store: LazyStore;
  readonly #lifetimeMs: number;
  /** Called when an approval was answered, by its id. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #opening: Promise<Store> | null = null;
  #stopped = false;

  constructor(store: LazyStore, lifetimeMs: number) {
    this.#store = store;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Throws ServiceError `approval_limit_exceeded`, `store_unavailable`, `invalid_request` for what cannot be kept. */
  async request(
    request: ApprovalRequest,
  ): Promise<{ readonly approval: StoredApproval; readonly isNew: boolean }> {
    if (!Object.values(request).every(isKept)) throw approvalNotKept();
    return requestApproval(await this.#store.open(), request, new Date(), this.#lifetimeMs);
  }

  /** Throws ServiceError `approval_not_found`. */
  async find(id: string): Promise<StoredApproval> {
    const found = isKept(id) ? await findApproval(await this.#store.open(), id) : null;
    if (found === null) throw approvalNotFound();
    return found;
  }

  async list(filter: ApprovalFilter): Promise<readonly StoredApproval[]> {
    return listApprovals(await this.#store.open(), filter, new Date());
  }

  /**
   * Answers a pending approval. Throws ServiceError `approval_not_found`, `approval_not_pending`, and
   * `approval_by_requester` for who asks for it, whatever else that token may do.
   */
  async answer(id: string, state: 'approved' | 'rejected', by: string): Promise<StoredApproval> {
    const store = await this.#store.open();
    const before = await this.find(id);
    if (isRequester(before, by)) throw approvalByRequester();
    const answered = await answerApproval(store, id, state, by, new Date());
    if (answered === null) throw approvalNotPending(stateOf(await this.find(id)));
    this.#wake(id);
    return answered;
  }

  /** Takes an approval for a call, see useApproval. */
  async use(id: string, callId: string, rulesetHash: string | null): Promise<boolean> {
    return useApproval(await this.#store.open(), id, callId, rulesetHash, new Date());
  }

  /**
   * The approval when it is no longer pending, or when the time is up, the service stops or `left` is called. Throws
   * ServiceError `approval_not_found`.
   *
   * @param onLeave takes what is to be called when nobody waits any more
   */
  async wait(id: string, waitMs: number, onLeave: (left: () => void) => void): Promise<StoredApproval> {
    let gone = false;
    let wake = (): void => undefined;
    onLeave(() => {
      gone = true;
      wake();
    });
    await this.#listen();
    const until = performance.now() + waitMs;
    for (;;) {
      // Told of what happens from here on, whatever is read now.
      const told = new Promise<void>((resolve) => (wake = resolve));
      const stop = this.#follow(id, () => wake());
      const timer = setTimeout(() => wake(), Math.min(LOOK_MS, Math.max(0, until - performance.now())));
      try {
        const found = await this.find(id);
        const isOver = gone || this.#stopped || performance.now() >= until;
        if (isOver || stateOf(found) !== 'pending') return found;
        await told;
      } finally {
        clearTimeout(timer);
        stop();
      }
    }
  }

  /** Those that wait are answered with what there is. */
  stop(): void {
    this.#stopped = true;
    for (const id of [...this.#waiting.keys()]) this.#wake(id);
  }

  #follow(id: string, listener: () => void): () => void {
    const listeners = this.#waiting.get(id) ?? new Set();
    listeners.add(listener);
    this.#waiting.set(id, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#waiting.get(id) === listeners) this.#waiting.delete(id);
    };
  }

  #wake(id: string): void {
    for (const listener of this.#waiting.get(id) ?? []) listener();
  }

  /** Other servers on the database answer approvals too. */
  async #listen(): Promise<void> {
    if (this.#stopped) throw new ServiceError('shutting_down', 'the service is shutting down');
    this.#opening ??= this.#store.open().then(async (store) => {
      await store.listen('ferrule_approvals', (id) => {
        for (const each of id === null ? [...this.#waiting.keys()] : [id]) this.#wake(each);
      });
      return store;
    });
    try {
      await this.#opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }
}

/** What a database takes as it is: two texts must not become one there. */
function isKept(value: string | null): boolean {
  return value === null || (isUnicode(value) && !value.includes('\0'));
}

/** What a caller is told: an approval that nobody answered in time, or that nobody used, has expired. */
export function stateOf({ state, expiresAt, usedBy }: StoredApproval): StoredApproval['state'] | 'expired' {
  const isOver = state !== 'rejected' && usedBy === null && expiresAt.getTime() <= Date.now();
  return isOver ? 'expired' : state;
}
