import type { AnswerBatch } from '../protocol/protocol.ts';

/** From this mean cost on, the jobs of a caller are long. */
const LONG_MS = 20;
/** Cost of an unknown caller: few of its jobs are given away before the first has shown what they cost. */
const UNKNOWN_MS = 5;
/** Weight of one job in the mean after the first jobs, which all have the same weight. */
const WEIGHT = 0.02;
const MOST_CALLERS = 10_000;

interface Cost {
  readonly mean: number;
  readonly jobs: number;
}

/** Cost of each caller's jobs for a worker, as a decaying mean. */
export class JobCosts {
  readonly #costs = new Map<string, Cost>();

  /** Records the duration of several jobs, the last one by this caller. */
  note(actor: string, jobs: number, ms: number): void {
    // A long job is reported immediately: it is the last, and the others took almost no time.
    const count = ms > LONG_MS ? 1 : jobs;
    const before = this.#costs.get(actor);
    if (before === undefined && this.#costs.size >= MOST_CALLERS) this.#costs.clear();
    const { mean, jobs: earlier } = before ?? { mean: 0, jobs: 0 };
    const all = earlier + count;
    const weight = Math.max(1 - (1 - WEIGHT) ** count, count / all);
    this.#costs.set(actor, { mean: mean + (ms / count - mean) * weight, jobs: all });
  }

  /**
   * Records the costs that a worker reports with its responses.
   *
   * @param actorOf returns the caller of a task by its number; undefined for a finished one
   */
  noteAll(
    { ids, work }: Pick<AnswerBatch, 'ids' | 'work'>,
    actorOf: (id: number) => string | undefined,
  ): void {
    let end = 0;
    for (const { jobs, ms } of work) {
      end += jobs;
      const actor = actorOf(ids[end - 1] ?? 0);
      if (actor !== undefined) this.note(actor, jobs, ms);
    }
  }

  isLong(actor: string): boolean {
    return this.meanOf(actor) >= LONG_MS;
  }

  /** Milliseconds that a job of this caller is expected to take. */
  meanOf(actor: string): number {
    return this.#costs.get(actor)?.mean ?? UNKNOWN_MS;
  }
}
