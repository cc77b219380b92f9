/** A decision of a moment ago, with what another ruleset needs to make it too. */
export interface RecentDecision {
  /** Of the decision. */
  readonly id: string;
  /** Members of its record as replay reads them, a JSON object. */
  readonly record: string;
  /** It holds values of sensitive slots. */
  readonly secret: boolean;
}

interface Kept {
  readonly bytes: number;
  readonly describe: () => RecentDecision | null;
}

/** The last decisions of a worker, in memory: so many at the most, and of bodies so long at the most. */
export class RecentDecisions {
  readonly #most: number;
  readonly #mostBytes: number;
  #kept: Kept[] = [];
  /** Where the oldest is: what is before it is gone. */
  #head = 0;
  #bytes = 0;
  #fresh: Kept[] = [];
  readonly #isFollowed: boolean;

  /** @param isFollowed somebody asks for the new ones again and again */
  constructor(most: number, mostBytes: number, isFollowed: boolean) {
    this.#most = most;
    this.#mostBytes = mostBytes;
    this.#isFollowed = isFollowed;
  }

  /** Whether a decision need not be kept. */
  get isIdle(): boolean {
    return this.#most === 0 && !this.#isFollowed;
  }

  add(kept: Kept): void {
    if (this.#isFollowed) this.#fresh.push(kept);
    if (this.#most === 0) return;
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    while (this.#kept.length - this.#head > this.#most || this.#bytes > this.#mostBytes) {
      this.#bytes -= this.#kept[this.#head]?.bytes ?? 0;
      this.#head++;
    }
    if (this.#head <= this.#most) return;
    this.#kept = this.#kept.slice(this.#head);
    this.#head = 0;
  }

  /** All that is kept, oldest first. */
  all(): RecentDecision[] {
    return described(this.#kept.slice(this.#head));
  }

  /** Those that came since this was asked last. */
  takeFresh(): RecentDecision[] {
    const fresh = described(this.#fresh);
    this.#fresh = [];
    return fresh;
  }
}

function described(kept: readonly Kept[]): RecentDecision[] {
  return kept.flatMap(({ describe }) => describe() ?? []);
}
