import type { ServiceError } from '../../../library/errors.ts';
import { FairQueue } from '../../../library/queues/fair-queue.ts';
import { createInFlight } from './in-flight.ts';
import type { JobCosts } from './job-costs.ts';
import type { Task } from './task.ts';

/**
 * Unfinished tasks of one slot. The thread has few of them at a time, so that a caller with many tasks does
 * not keep others waiting: the rest waits here, and every caller's first precedes any caller's second. Of long ones
 * the thread never has more than one ahead of a short one.
 */
export interface WaitingTasks {
  readonly size: () => number;
  readonly add: (task: Task) => void;
  /** One that the thread has. */
  readonly inFlight: (id: number) => Task | undefined;
  /** Tasks that the thread has received, in order. */
  readonly all: () => readonly Task[];
  /** The task has its answer; the next long one may come. */
  readonly forget: (id: number) => void;
  /** The thread has not begun these: they wait again, each behind the first task of every other caller. */
  readonly takeBack: (ids: readonly number[]) => void;
  readonly refuseAll: (refusal: ServiceError) => void;
}

interface Lanes {
  readonly costs: Pick<JobCosts, 'isLong' | 'meanOf'>;
  /** Sends a task to the thread. */
  readonly give: (task: Task) => void;
}

/** This many short tasks are sent whatever they cost, so that the thread never waits for the next. */
const GIVEN_AT_LEAST = 4;
const GIVEN_AT_MOST = 512;
/** Expected work of the short tasks that the thread has. */
const GIVEN_MS = 20;

export function createWaitingTasks({ costs, give }: Lanes): WaitingTasks {
  const inFlight = createInFlight();
  /** Short jobs that wait for their caller's turn. */
  const waiting = new FairQueue<Task>();
  /** Long jobs that wait for the one that the thread has. */
  const held = new FairQueue<Task>();
  let long: Task | null = null;

  /** Expected work of what the thread has, in milliseconds. */
  let expected = 0;

  function hand(task: Task): void {
    // A long one takes no place from the short ones.
    task.expectedMs = task === long ? 0 : costs.meanOf(task.request.caller.actor);
    expected += task.expectedMs;
    inFlight.add(task);
    give(task);
  }

  function hasRoom(): boolean {
    const size = inFlight.size();
    return size < GIVEN_AT_LEAST || (size < GIVEN_AT_MOST && expected < GIVEN_MS);
  }

  function drop(task: Task): void {
    expected = inFlight.size() === 1 ? 0 : expected - task.expectedMs;
    inFlight.remove(task.id);
  }

  /** Sends the thread as many tasks as it has room for. */
  function supply(): void {
    if (long === null) {
      long = held.shift() ?? null;
      if (long !== null) hand(long);
    }
    while (waiting.size > 0 && hasRoom()) hand(waiting.shift()!);
  }

  return {
    size: () => inFlight.size() + held.size + waiting.size,
    add: (task) => {
      const { actor } = task.request.caller;
      if (costs.isLong(actor)) {
        if (long !== null) {
          held.push(actor, task);
          return;
        }
        long = task;
      } else if (waiting.size > 0 || !hasRoom()) {
        waiting.push(actor, task);
        return;
      }
      hand(task);
    },
    inFlight: inFlight.find,
    all: inFlight.all,
    forget: (id) => {
      const task = inFlight.find(id);
      if (task !== undefined) drop(task);
      if (task === long) long = null;
      supply();
    },
    takeBack: (ids) => {
      const byActor = new Map<string, Task[]>();
      for (const id of ids) {
        const task = inFlight.find(id);
        if (task === undefined) continue;
        drop(task);
        const { actor } = task.request.caller;
        if (task === long) {
          held.putBack(actor, [task]);
          long = null;
        } else byActor.set(actor, [...(byActor.get(actor) ?? []), task]);
      }
      for (const [actor, tasks] of byActor) waiting.putBack(actor, tasks);
      supply();
    },
    refuseAll: (refusal) => {
      const refused = [...inFlight.all(), ...held.clear(), ...waiting.clear()];
      for (const { id } of refused) inFlight.remove(id);
      expected = 0;
      long = null;
      for (const task of refused) task.reject(refusal);
    },
  };
}
