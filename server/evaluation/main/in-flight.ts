import type { Task } from './task.ts';

/** The tasks that a thread has, in the order in which it got them. */
interface InFlight {
  readonly size: () => number;
  /** Numbers a task and adds it. */
  readonly add: (task: Task) => void;
  readonly find: (id: number) => Task | undefined;
  readonly remove: (id: number) => void;
  readonly all: () => Task[];
}

const FIRST_CAPACITY = 64;
const LARGEST_ID = 0x7fffffff;

/**
 * A thread responds in order: the numbers of its tasks are close together, so their lowest bits suffice as places.
 *
 * No `Map`: as it grows and shrinks it leaves tables behind, each with the tasks it had and the next table, and once one
 * of them is old, collections of young garbage keep all that comes after it.
 */
export function createInFlight(): InFlight {
  let places = emptied(FIRST_CAPACITY);
  let last = 0;
  let size = 0;

  function all(): Task[] {
    const mask = places.length - 1;
    const tasks: Task[] = [];
    for (let i = 1; i <= places.length; i++) {
      const task = places[(last + i) & mask];
      if (task !== null && task !== undefined) tasks.push(task);
    }
    return tasks;
  }

  function grow(): void {
    const tasks = all();
    let capacity = places.length;
    do {
      capacity *= 2;
      places = emptied(capacity);
      for (const task of tasks) places[task.id & (capacity - 1)] = task;
    } while (places[last & (capacity - 1)] !== null);
  }

  return {
    size: () => size,
    add: (task) => {
      last = last === LARGEST_ID ? 1 : last + 1;
      if (places[last & (places.length - 1)] !== null) grow();
      task.id = last;
      places[last & (places.length - 1)] = task;
      size++;
    },
    find: (id) => {
      const task = places[id & (places.length - 1)];
      return task?.id === id ? task : undefined;
    },
    remove: (id) => {
      const place = id & (places.length - 1);
      if (places[place]?.id !== id) return;
      places[place] = null;
      size--;
    },
    all,
  };
}

function emptied(capacity: number): (Task | null)[] {
  return Array.from({ length: capacity }, () => null);
}
