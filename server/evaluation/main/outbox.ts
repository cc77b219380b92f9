import type { Worker } from 'node:worker_threads';
import type { LogSettings } from '../../../evidence/settings.ts';
import type { ProvidedRuleset, ToWorker } from '../protocol/protocol.ts';
import { oncePerTick } from '../protocol/once-per-tick.ts';
import { packTasks, type Task } from './task.ts';
import type { WaitingTasks } from './waiting-tasks.ts';

/**
 * Number of tasks at which a message is sent before the end of the tick. If many calls arrive at once, the worker starts
 * the first of them while the HTTP thread still reads the last.
 */
const ENOUGH_TO_BEGIN = 16;

/** Messages for the thread of one slot, gathered per tick of the event loop. */
export interface Outbox {
  readonly add: (task: Task) => void;
  /** The thread may forget the session of this handle. */
  readonly end: (handle: string) => void;
  /** A new thread gets all unfinished tasks. */
  readonly refill: (tasks: readonly Task[]) => void;
  /** Tasks that are sent from here on are of this turn. */
  readonly begin: (turn: number) => void;
}

interface Slot {
  /** Null while there is none: what comes then waits for the next. */
  readonly thread: () => Worker | null;
  /** Unfinished tasks, here or on the thread. */
  readonly waiting: () => Pick<WaitingTasks, 'inFlight'>;
  /** Log of decisions; null if they are not logged. */
  readonly log: () => LogSettings | null;
}

export function createOutbox({ thread, waiting, log }: Slot): Outbox {
  let tasks: Task[] = [];
  let ended: string[] = [];
  let current = 0;

  function flush(): void {
    const to = thread();
    if (to === null) return;
    const unanswered = tasks.filter(({ id }) => waiting().inFlight(id) !== undefined);
    const handles = ended;
    tasks = [];
    ended = [];
    if (unanswered.length === 0 && handles.length === 0) return;
    const jobs = packTasks(unanswered, log() !== null);
    // Tasks that waited for one compilation share its outcome: it is sent once.
    const provided = new Set<ProvidedRuleset>();
    for (const { brought } of unanswered) if (brought !== null) provided.add(brought);
    const message: ToWorker = {
      kind: 'jobs',
      turn: current,
      jobs,
      provided: [...provided],
      ended: handles,
    };
    to.postMessage(message, [jobs.bytes.buffer as ArrayBuffer]);
  }

  // Requests that arrived in this tick are sent together.
  const schedule = oncePerTick(flush);

  return {
    add: (task) => {
      tasks.push(task);
      if (tasks.length >= ENOUGH_TO_BEGIN) flush();
      else schedule();
    },
    end: (handle) => {
      ended.push(handle);
      schedule();
    },
    refill: (unanswered) => {
      tasks = [...unanswered];
      if (tasks.length > 0) schedule();
    },
    begin: (turn) => {
      current = turn;
    },
  };
}
