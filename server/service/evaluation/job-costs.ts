/** From this mean cost on, the jobs of a caller are long. */
const LONG_MS = 20;
/** How much one job counts in the mean. */
const WEIGHT = 0.02;
const MOST_CALLERS = 10_000;

/** What the jobs of each caller cost a worker, as a mean that forgets. */
export class JobCosts {
  readonly #means = new Map<string, number>();

  /** So many jobs, the last of this caller, took so many milliseconds. */
  note(actor: string, jobs: number, ms: number): void {
    // One that took long was answered at once: it is the last, and the others took next to nothing.
    const count = ms > LONG_MS ? 1 : jobs;
    const before = this.#means.get(actor);
    if (before === undefined && this.#means.size >= MOST_CALLERS) this.#means.clear();
    const mean = before ?? 0;
    this.#means.set(actor, mean + (ms / count - mean) * (1 - (1 - WEIGHT) ** count));
  }

  isLong(actor: string): boolean {
    return (this.#means.get(actor) ?? 0) >= LONG_MS;
  }
}
