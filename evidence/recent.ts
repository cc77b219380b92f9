/** A decision of a moment ago, with what another ruleset needs to make it too. */
export interface RecentDecision {
  /** Hash of the decision. */
  readonly id: string;
  /** Members of its record as replay reads them, a JSON object. */
  readonly record: string;
  /** It holds values of sensitive slots. */
  readonly secret: boolean;
}

/** A decision as it is kept. */
export interface DecisionToKeep {
  /** A UUID. */
  readonly id: string;
  /** Members of its record, in braces that are not closed yet. */
  readonly text: string;
  /** Further members that are expensive to write: written on demand. */
  readonly later: (() => string) | null;
  readonly secret: boolean;
  /** Hash of the request's body. */
  readonly bytes: number;
}

/** Texts, one after the other. */
interface Page {
  readonly bytes: Buffer;
  /** Bytes that are held for it: its own, and bodies that are yet to be written. */
  held: number;
  readonly ends: number[];
  readonly later: ((() => string) | null)[];
  readonly secret: boolean[];
}

const PAGE_BYTES = 64 * 1024;
/** A page that holds so much takes nothing more, whatever room it has. */
const FULL_BYTES = 1024 * 1024;
const ID_LENGTH = 36;
/** A character has no more in UTF-8. */
const MOST_BYTES_A_CHARACTER = 3;

/**
 * The last decisions of a worker, in memory: a minimum number of them, within a maximum of bytes.
 * They are kept as bytes: objects would be kept for just as long as makes every collection of garbage move them.
 */
export class RecentDecisions {
  readonly #most: number;
  readonly #mostBytes: number;
  readonly #isFollowed: boolean;
  #pages: Page[] = [];
  #count = 0;
  #held = 0;
  #fresh: DecisionToKeep[] = [];

  /** @param isFollowed true while a reader polls for new ones */
  constructor(most: number, mostBytes: number, isFollowed: boolean) {
    this.#most = most;
    this.#mostBytes = mostBytes;
    this.#isFollowed = isFollowed;
  }

  /** True if a decision need not be kept. */
  get isIdle(): boolean {
    return this.#most === 0 && !this.#isFollowed;
  }

  add(decision: DecisionToKeep): void {
    if (this.#isFollowed) this.#fresh.push(decision);
    if (this.#most === 0) return;
    const { later, secret, bytes } = decision;
    const text = decision.id + decision.text;
    const page = this.#pageFor(bytesOf(text));
    const from = page.ends.at(-1) ?? 0;
    page.ends.push(from + page.bytes.write(text, from));
    page.later.push(later);
    page.secret.push(secret);
    this.#count++;
    if (later === null) return;
    page.held += bytes;
    this.#held += bytes;
  }

  /** All that is kept, oldest first. */
  all(): RecentDecision[] {
    return this.#pages.flatMap(decisionsOf).slice(-this.#most);
  }

  /** Decisions since the last call. */
  takeFresh(): RecentDecision[] {
    const fresh = this.#fresh.map(({ id, text, later, secret }) => ({
      id,
      record: close(text, later),
      secret,
    }));
    this.#fresh = [];
    return fresh;
  }

  /** A page with so much room. */
  #pageFor(bytes: number): Page {
    const last = this.#pages.at(-1);
    if (last !== undefined && last.held < FULL_BYTES && last.bytes.length - (last.ends.at(-1) ?? 0) >= bytes)
      return last;
    const page: Page = {
      bytes: Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes)),
      held: 0,
      ends: [],
      later: [],
      secret: [],
    };
    page.held = page.bytes.length;
    this.#pages.push(page);
    this.#held += page.held;
    this.#drop();
    return page;
  }

  /** Drops whole pages, but never the last. */
  #drop(): void {
    for (;;) {
      const [first] = this.#pages;
      if (first === undefined || this.#pages.length === 1) return;
      if (this.#held <= this.#mostBytes && this.#count - first.ends.length < this.#most) return;
      this.#pages.shift();
      this.#count -= first.ends.length;
      this.#held -= first.held;
    }
  }
}

/** Bytes that are enough for a text: counted where that is worth it. */
function bytesOf(text: string): number {
  const most = text.length * MOST_BYTES_A_CHARACTER;
  return most <= PAGE_BYTES ? most : Buffer.byteLength(text);
}

function decisionsOf({ bytes, ends, later, secret }: Page): RecentDecision[] {
  return ends.map((end, i) => {
    const text = bytes.toString('utf8', ends[i - 1] ?? 0, end);
    return {
      id: text.slice(0, ID_LENGTH),
      record: close(text.slice(ID_LENGTH), later[i] ?? null),
      secret: secret[i] ?? true,
    };
  });
}

function close(text: string, later: (() => string) | null): string {
  return later === null ? `${text}}` : `${text}${later()}}`;
}
