/** Waits until a person has decided an approval. */
import type { ApprovalRecord, Approvals } from './approvals.ts';

export interface WaitOptions {
  /** Longest wait in milliseconds (default: until the approval expires). */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Approvals of a gate: those of its store, and a wait for each. */
export interface GateApprovals extends Approvals {
  readonly wait: NonNullable<Approvals['wait']>;
}

const FIRST_LOOK_MS = 25;
const SLOWEST_LOOK_MS = 1_000;

/** Adds a wait to a store that has none. */
export function withWait(approvals: Approvals, now: () => number): GateApprovals {
  return {
    find: (id) => approvals.find(id),
    list: () => approvals.list(),
    answer: (id, state, by, at) => approvals.answer(id, state, by, at),
    wait: (id, options = {}) => approvals.wait?.(id, options) ?? look(approvals, id, options, now),
  };
}

async function look(
  approvals: Approvals,
  id: string,
  { timeoutMs = Infinity, signal }: WaitOptions,
  now: () => number,
): Promise<ApprovalRecord | null> {
  const until = performance.now() + timeoutMs;
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, SLOWEST_LOOK_MS)) {
    signal?.throwIfAborted();
    const found = await approvals.find(id);
    if (found === null || hasExpired(found, now())) return null;
    const left = until - performance.now();
    if (found.state !== 'pending' || left <= 0) return found;
    await sleep(Math.min(pause, left), signal);
  }
}

function hasExpired({ state, usedBy, expiresAt }: ApprovalRecord, now: number): boolean {
  return state !== 'rejected' && usedBy === null && expiresAt <= now;
}

/** Rejects with the reason of the signal. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
