import { describe, expect, test } from 'vitest';
import { JobCosts } from '../../../server/evaluation/main/job-costs.ts';
import type { Task } from '../../../server/evaluation/main/task.ts';
import { createWaitingTasks, type WaitingTasks } from '../../../server/evaluation/main/waiting-tasks.ts';
import { createBudget } from '../../../server/evaluation/worker/budget.ts';

interface Slot {
  readonly tasks: WaitingTasks;
  readonly costs: JobCosts;
  /** Callers of the tasks that the thread has, in their order. */
  readonly given: () => readonly string[];
  readonly add: (actor: string, count?: number) => void;
  /** The thread has done its oldest task, in this time. */
  readonly done: (ms: number) => void;
  /** The thread gives back all but its oldest tasks. */
  readonly giveBack: (all: number) => void;
}

function slot(): Slot {
  const costs = new JobCosts();
  const tasks = createWaitingTasks({ costs, give: () => undefined });
  const actorOf = ({ request }: Task): string => request.caller.actor;
  return {
    tasks,
    costs,
    given: () => tasks.all().map(actorOf),
    add: (actor, count = 1) => {
      for (let i = 0; i < count; i++) {
        const request = { caller: { actor } } as Task['request'];
        const settle = () => undefined;
        tasks.add({
          ...{ id: 0, expectedMs: 0, deaths: 0, request, brought: null, session: null },
          ...{ resolve: settle, reject: settle },
        });
      }
    },
    done: (ms) => {
      const [task] = tasks.all();
      if (task === undefined) return;
      costs.note(actorOf(task), 1, ms);
      tasks.forget(task.id);
    },
    giveBack: (all) =>
      tasks.takeBack(
        tasks
          .all()
          .slice(all)
          .map(({ id }) => id),
      ),
  };
}

describe('tasks that wait for a thread', () => {
  test('are few of a new caller, whose costs are not known', () => {
    const { add, given } = slot();
    add('greedy', 200);
    expect(given()).toEqual(['greedy', 'greedy', 'greedy', 'greedy']);
  });

  test('stay few if the first of a caller was long, and become many if it was short', () => {
    const long = slot();
    long.add('greedy', 200);
    long.done(10);
    expect(long.given()).toHaveLength(4);
    const short = slot();
    short.add('greedy', 200);
    short.done(0.1);
    expect(short.given().length).toBeGreaterThan(40);
  });

  test('have at most the few given before them, then one of each caller', () => {
    const { add, given, done } = slot();
    add('greedy', 200);
    add('modest');
    for (let i = 0; i < 5; i++) {
      if (given()[0] === 'modest') return;
      done(10);
    }
    expect(given()[0]).toBe('modest');
  });

  test('go on in the order of callers if the thread gives back what took longer than expected', () => {
    const { add, given, done, giveBack } = slot();
    for (let i = 0; i < 100; i++) {
      add('greedy');
      done(0.02);
    }
    add('greedy', 400);
    expect(given()).toHaveLength(400);
    done(19);
    done(19);
    add('modest');
    giveBack(0);
    expect(given().slice(0, 2)).toContain('modest');
    expect(given().length).toBeLessThan(100);
  });

  test('are not lost, doubled or mixed up when they are given back', () => {
    const { add, tasks, giveBack, costs } = slot();
    costs.note('long', 1, 1_000);
    add('long', 3);
    add('short', 10);
    const before = tasks.all();
    giveBack(0);
    expect(tasks.size()).toBe(13);
    expect(tasks.all().filter(({ request }) => request.caller.actor === 'long')).toHaveLength(1);
    expect(new Set(tasks.all()).size).toBe(tasks.all().length);
    expect(tasks.all().every((task) => before.includes(task))).toBe(true);
    tasks.takeBack([123_456]);
    expect(tasks.size()).toBe(13);
  });
});

test('a thread whose time is spent returns what was sent before the return arrived', () => {
  const budget = createBudget();
  expect([budget.isPast(0), budget.isSpent(100, 110), budget.isSpent(100, 120)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(budget.spend(0)).toBe(1);
  expect([budget.isPast(0), budget.isPast(1), budget.turn]).toEqual([true, false, 1]);
  // A new thread of a place counts from where the place is.
  expect(createBudget().isPast(7)).toBe(false);
});
