/** Approvals of the service: within their limits, and with those that wait for an answer. */
import { randomUUID } from 'node:crypto';
import { isUnicode } from '../../library/canonical-json.ts';
import type { Configuration } from '../settings/configuration.ts';
import {
  stateOf,
  type ApprovalFilter,
  type ApprovalLimits,
  type ApprovalPage,
  type ApprovalRequest,
  type ListedApproval,
  type StoredApproval,
} from '../../store/approvals/approval.ts';
import type { ApprovalStore } from '../../store/approvals/approval-store.ts';
import {
  approvalByRequester,
  approvalNotFound,
  approvalNotKept,
  approvalNotPending,
  approvalTooLarge,
  tooManyApprovals,
} from './errors.ts';
import { isRequester } from '../../store/approvals/requester.ts';

interface ApprovalSettings {
  readonly lifetimeMs: number;
  readonly limits: ApprovalLimits;
}

const SECOND_MS = 1_000;
/** A wait checks again after this long, even without a callback. */
const LOOK_MS = 2_000;

export function approvalSettings(configuration: Configuration): ApprovalSettings {
  const { approvalSeconds, maxApprovalBytes, maxApprovals, maxApprovalsBytes } = configuration;
  return {
    lifetimeMs: approvalSeconds * SECOND_MS,
    limits: {
      mostBytes: maxApprovalBytes,
      mostPending: maxApprovals,
      mostBytesOfAll: maxApprovalsBytes,
    },
  };
}

export class StoredApprovals {
  readonly #store: ApprovalStore;
  readonly #settings: ApprovalSettings;
  /** Called when an approval was decided, by its id. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #following: Promise<void> | null = null;
  #stopped = false;

  constructor(store: ApprovalStore, settings: ApprovalSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  /**
   * Throws ServiceError `payload_too_large` for a request that is too much to read, `approval_limit_exceeded`,
   * `store_unavailable`, and `invalid_request` for text that cannot be kept.
   */
  async request(
    request: ApprovalRequest,
  ): Promise<{ readonly approval: ListedApproval; readonly isNew: boolean }> {
    const { lifetimeMs, limits } = this.#settings;
    if (Buffer.byteLength(request.request) > limits.mostBytes) throw approvalTooLarge(limits);
    const texts = Object.values(request).filter((value) => typeof value === 'string');
    if (!texts.every(isKept)) throw approvalNotKept();
    const now = Date.now();
    const asked = { request, id: randomUUID(), now, expiresAt: now + lifetimeMs, limits };
    const answer = await this.#store.request(asked);
    if ('passed' in answer) throw tooManyApprovals(answer.passed, limits);
    return answer;
  }

  /** Throws ServiceError `approval_not_found`. */
  async find(id: string): Promise<StoredApproval> {
    const found = isKept(id) ? await this.#store.find(id) : null;
    if (found === null) throw approvalNotFound();
    return found;
  }

  list(filter: ApprovalFilter): Promise<ApprovalPage> {
    return this.#store.list(filter, Date.now());
  }

  /**
   * Decides a pending approval. Throws ServiceError `approval_not_found`, `approval_not_pending`, and
   * `approval_by_requester` for the requester, whatever else that token may do.
   */
  async answer(id: string, state: 'approved' | 'rejected', by: string): Promise<ListedApproval> {
    if (isRequester(await this.find(id), by)) throw approvalByRequester();
    const answered = await this.#store.answer({ id, state, by, now: Date.now() });
    if (answered === null) throw approvalNotPending(stateOf(await this.find(id)));
    this.#wake(id);
    return answered;
  }

  /** Uses an approval for a call, see ApprovalStore. */
  use(id: string, callId: string, rulesetHash: string | null): Promise<boolean> {
    return this.#store.use({ id, callId, rulesetHash, now: Date.now() });
  }

  /**
   * Waits until the approval is decided or expired, the time is up, the service stops or the caller leaves, and returns the
   * approval. Throws ServiceError `approval_not_found`.
   *
   * @param onLeave receives the function to call when the wait is abandoned
   */
  async wait(id: string, waitMs: number, onLeave: (left: () => void) => void): Promise<StoredApproval> {
    let gone = false;
    let wake = (): void => undefined;
    onLeave(() => {
      gone = true;
      wake();
    });
    await this.#follow();
    const until = performance.now() + waitMs;
    for (;;) {
      // Called back about what happens from here on, whatever is read now.
      const told = new Promise<void>((resolve) => (wake = resolve));
      const stop = this.#hear(id, () => wake());
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

  /** True once the service has begun to stop. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Those that wait get the approval as it is. */
  stop(): void {
    this.#stopped = true;
    for (const id of [...this.#waiting.keys()]) this.#wake(id);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #hear(id: string, listener: () => void): () => void {
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
  async #follow(): Promise<void> {
    if (this.#stopped) return;
    this.#following ??= this.#store.follow((id) => {
      for (const each of id === null ? [...this.#waiting.keys()] : [id]) this.#wake(each);
    });
    try {
      await this.#following;
    } catch (error) {
      this.#following = null;
      throw error;
    }
  }
}

/** True for text that every store takes as it is: two texts must not become one there. */
function isKept(value: string): boolean {
  return isUnicode(value) && !value.includes('\0');
}
