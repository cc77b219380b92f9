import type { MountedRuleset } from '../protocol/protocol.ts';

/** A reload that waits for a thread to load its version. */
interface Waiter {
  readonly ruleset: MountedRuleset;
  readonly done: (problem: string | null) => void;
  /** Threads that died before they responded. */
  deaths: number;
}

/** Reloads that wait for one slot. Each is notified once: with the problem, or null. */
interface ReloadWaiters {
  readonly wait: (ruleset: MountedRuleset) => Promise<string | null>;
  /** Versions that a new thread must load. */
  readonly rulesets: () => readonly MountedRuleset[];
  readonly settle: (version: number, problem: string | null) => void;
  readonly settleAll: (problem: string) => void;
  /** A thread died. Reloads that waited for this many give up. */
  readonly threadDied: (most: number) => void;
}

export function createReloadWaiters(): ReloadWaiters {
  let waiters: readonly Waiter[] = [];
  const settle = (isMine: (waiter: Waiter) => boolean, problem: string | null): void => {
    const mine = waiters.filter(isMine);
    waiters = waiters.filter((waiter) => !isMine(waiter));
    for (const { done } of mine) done(problem);
  };
  return {
    wait: (ruleset) =>
      new Promise((done) => {
        waiters = [...waiters, { ruleset, done, deaths: 0 }];
      }),
    rulesets: () => waiters.map(({ ruleset }) => ruleset),
    settle: (version, problem) => {
      settle(({ ruleset }) => ruleset.version === version, problem);
    },
    settleAll: (problem) => {
      settle(() => true, problem);
    },
    threadDied: (most) => {
      for (const waiter of waiters) waiter.deaths++;
      settle(({ deaths }) => deaths >= most, 'the workers fail to load it');
    },
  };
}
