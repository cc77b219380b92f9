import type { AnswerBatch } from '../protocol/protocol.ts';

/** From this mean cost on, the jobs of a caller are long. */
const LONG_MS = 20;
/** Cost of an unknown caller. */
const UNKNOWN_MS = 1;
/** How much one job counts in the mean. */
const WEIGHT = 0.02;
const MOST_CALLERS = 10_000;

/** Cost of each caller's jobs for a worker, as a decaying mean. */
export class JobCosts {
  readonly #means = new Map<string, number>();

  /** Records the duration of several jobs, the last one by this caller. */
  note(actor: string, jobs: number, ms: number): void {
    // A long job is reported immediately: it is the last, and the others took almost no time.
    const count = ms > LONG_MS ? 1 : jobs;
    const before = this.#means.get(actor);
    if (before === undefined && this.#means.size >= MOST_CALLERS) this.#means.clear();
    const mean = before ?? 0;
    this.#means.set(actor, mean + (ms / count - mean) * (1 - (1 - WEIGHT) ** count));
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
    return this.#means.get(actor) ?? UNKNOWN_MS;
  }
}
