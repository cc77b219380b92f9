import type { ServiceError } from '../../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { createGivenTasks } from './given-tasks.ts';
import type { Task } from './task.ts';

/** Tasks of one slot that are not answered. Of long ones the thread never has more than one ahead of a short one. */
export interface WaitingTasks {
  readonly size: () => number;
  readonly add: (task: Task) => void;
  /** One that the thread has. */
  readonly given: (id: number) => Task | undefined;
  /** Those that the thread has, in the order in which it got them. */
  readonly all: () => readonly Task[];
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
  const given = createGivenTasks();
  /** Long jobs that wait for the one that the thread has. */
  const held = new FairQueue<Task>();
  let long: Task | null = null;

  function hand(task: Task): void {
    given.add(task);
    give(task);
  }

  return {
    size: () => given.size() + held.size,
    add: (task) => {
      const { actor } = task.request.caller;
      if (isLong(actor)) {
        if (long !== null) {
          held.push(actor, task);
          return;
        }
        long = task;
      }
      hand(task);
    },
    given: given.find,
    all: given.all,
    forget: (id) => {
      const isLast = long !== null && long.id === id;
      given.remove(id);
      if (!isLast) return;
      long = held.shift() ?? null;
      if (long !== null) hand(long);
    },
    refuseAll: (refusal) => {
      const refused = [...given.all(), ...held.clear()];
      for (const { id } of refused) given.remove(id);
      long = null;
      for (const task of refused) task.reject(refusal);
    },
  };
}
