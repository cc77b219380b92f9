import type { ServiceError } from '../../errors.ts';
import { FairQueue } from './fair-queue.ts';
import type { Task } from './task.ts';

/** Tasks of one slot that are not answered. Of long ones the thread never has more than one ahead of a short one. */
export interface WaitingTasks {
  readonly size: () => number;
  readonly add: (task: Task) => void;
  /** One that the thread has. */
  readonly given: (id: number) => Task | undefined;
  /** Those that the thread has, in the order in which it got them. */
  readonly all: () => Iterable<Task>;
  /** The task has its answer; the next long one may come. */
  readonly forget: (id: number) => void;
  readonly refuseAll: (refusal: ServiceError) => void;
}

interface Lanes {
  /** Whether the jobs of this actor are long. */
  readonly isLong: (actor: string) => boolean;
  /** Gives a task to the thread. */
  readonly give: (task: Task) => void;
}

export function createWaitingTasks({ isLong, give }: Lanes): WaitingTasks {
  const given = new Map<number, Task>();
  /** Long jobs that wait for the one that the thread has. */
  const held = new FairQueue<Task>();
  let long = 0;

  function hand(task: Task): void {
    given.set(task.id, task);
    give(task);
  }

  return {
    size: () => given.size + held.size,
    add: (task) => {
      const { actor } = task.request.caller;
      if (isLong(actor)) {
        if (long !== 0) {
          held.push(actor, task);
          return;
        }
        long = task.id;
      }
      hand(task);
    },
    given: (id) => given.get(id),
    all: () => given.values(),
    forget: (id) => {
      given.delete(id);
      if (id !== long) return;
      const next = held.shift();
      long = next?.id ?? 0;
      if (next !== undefined) hand(next);
    },
    refuseAll: (refusal) => {
      for (const task of [...given.values(), ...held.clear()]) task.reject(refusal);
      given.clear();
      long = 0;
    },
  };
}
