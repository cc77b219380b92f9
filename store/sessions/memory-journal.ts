import type { Journal, JournalWrite } from './journal.ts';
import type { SessionChange } from './session-head.ts';

const FIRST_BYTES = 256;
const LINE_BREAK = 0x0a;
/** Maximum marks of ended sessions; beyond it the oldest are dropped. */
const MOST_MARKS = 1_000_000;

/** The entries of a session: one run of bytes outside the heap, because objects of small texts would fill that. */
interface Lines {
  bytes: Buffer;
  length: number;
}

/** Keeps sessions as long as the process lives, and no longer. */
export class MemoryJournal implements Journal {
  readonly #lines = new Map<string, Lines>();
  /** By owner and id, until when: in the order in which they were left. */
  readonly #marks = new Map<string, number>();

  load(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  write(write: JournalWrite): Promise<void> {
    switch (write.kind) {
      case 'create':
        this.#lines.set(write.session.handle, { bytes: Buffer.allocUnsafeSlow(FIRST_BYTES), length: 0 });
        this.#marks.delete(markOf(write.session.owner, write.session.id));
        break;
      case 'append':
        add(this.#lines.get(write.handle), write.change);
        break;
      case 'end':
        this.#lines.delete(write.session.handle);
        this.#mark(markOf(write.session.owner, write.session.id), write.until);
        break;
      case 'forget':
        this.#forget(write.before);
        break;
      case 'touch':
    }
    return Promise.resolve();
  }

  read(handle: string): Promise<Uint8Array> {
    const lines = this.#lines.get(handle);
    return Promise.resolve(new Uint8Array(lines?.bytes.subarray(0, lines.length) ?? []));
  }

  /** Storing never fails here, so no check is needed. */
  head(): Promise<null> {
    return Promise.resolve(null);
  }

  hasEnded(owner: string, id: string, now: number): Promise<boolean> {
    return Promise.resolve((this.#marks.get(markOf(owner, id)) ?? 0) > now);
  }

  #mark(key: string, until: number): void {
    this.#marks.delete(key);
    this.#marks.set(key, until);
    if (this.#marks.size > MOST_MARKS) this.#marks.delete(this.#marks.keys().next().value ?? '');
  }

  #forget(before: number): void {
    for (const [key, until] of this.#marks) {
      if (until > before) return;
      this.#marks.delete(key);
    }
  }
}

function add(lines: Lines | undefined, { entries, anew }: SessionChange): void {
  if (lines === undefined) return;
  if (anew) lines.length = 0;
  for (const entry of entries) {
    const end = lines.length + Buffer.byteLength(entry) + 1;
    if (end > lines.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * lines.bytes.length));
      lines.bytes.copy(larger, 0, 0, lines.length);
      lines.bytes = larger;
    }
    lines.bytes.write(entry, lines.length);
    lines.bytes[end - 1] = LINE_BREAK;
    lines.length = end;
  }
}

function markOf(owner: string, id: string): string {
  return `${owner}\n${id}`;
}
