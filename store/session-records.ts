/** Sessions in the embedded store: one run of entries of all of them, in the order in which they came. */
import { createHash } from 'node:crypto';
import type { Database, RootDatabase } from 'lmdb';
import type { JournalWrite, KeptSession } from './sessions/journal.ts';
import type { NewSession, SessionHead } from './sessions/session-head.ts';

/** Stored data of a session at its creation and use. */
interface SessionRecord {
  readonly session: NewSession;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** A session as it is known here. */
interface Known {
  record: SessionRecord;
  sequence: number;
  bytes: number;
  facts: number;
  /** Where its entries are, in their order. */
  positions: number[];
}

const MOST_FORGOTTEN = 10_000;

/**
 * The entries of all sessions lie behind one another, so that a transaction writes few pages whatever number of sessions
 * it is for; which of them are whose is known in memory, and read once when the store is opened. Methods that write must
 * run inside a transaction; when that fails, `load` must be called again.
 */
export class SessionRecords {
  readonly #sessions: Database<SessionRecord, string>;
  /** `handle sequence facts text` by position. */
  readonly #entries: Database<string, number>;
  /** Until when the mark of an ended session stays, and the same in the order of time. */
  readonly #marks: Database<number, string>;
  readonly #marksByTime: Database<boolean, [number, string]>;
  readonly #known = new Map<string, Known>();
  #next = 0;

  constructor(root: RootDatabase) {
    this.#sessions = root.openDB('sessions', { encoding: 'json' });
    this.#entries = root.openDB('entries', { encoding: 'string' });
    this.#marks = root.openDB('marks', { encoding: 'json' });
    this.#marksByTime = root.openDB('marks-by-time', { encoding: 'json' });
    this.load();
  }

  load(): void {
    this.#known.clear();
    this.#next = 0;
    for (const { key, value } of this.#sessions.getRange({})) this.#know(key, value);
    for (const { key, value } of this.#entries.getRange({})) {
      const { handle, sequence, facts, text } = parse(value);
      const known = this.#known.get(handle);
      if (known !== undefined) note(known, key, sequence, facts, text);
      this.#next = key + 1;
    }
  }

  all(): readonly KeptSession[] {
    return [...this.#known.values()].map((known) => ({ head: headOf(known), usedAt: known.record.usedAt }));
  }

  head(handle: string): SessionHead | null {
    const known = this.#known.get(handle);
    return known === undefined ? null : headOf(known);
  }

  /** The texts of a session's entries, one per line. */
  lines(handle: string): string {
    let lines = '';
    for (const position of this.#known.get(handle)?.positions ?? []) {
      lines += `${parse(this.#entries.get(position) ?? '').text}\n`;
    }
    return lines;
  }

  hasEnded(name: Pick<NewSession, 'owner' | 'id'>, now: number): boolean {
    return (this.#marks.get(markOf(name)) ?? 0) > now;
  }

  write(change: JournalWrite): void {
    switch (change.kind) {
      case 'create': {
        const { session, createdAt } = change;
        this.#removeMark(markOf(session));
        const record = { session, createdAt, usedAt: createdAt };
        this.#sessions.putSync(session.handle, record);
        this.#know(session.handle, record);
        return;
      }
      case 'append':
        return this.#append(change);
      case 'end': {
        const { session, until } = change;
        this.#removeEntries(session.handle);
        this.#sessions.removeSync(session.handle);
        this.#known.delete(session.handle);
        const mark = markOf(session);
        this.#removeMark(mark);
        this.#marks.putSync(mark, until);
        this.#marksByTime.putSync([until, mark], true);
        return;
      }
      case 'touch':
        for (const handle of change.handles) {
          const known = this.#known.get(handle);
          if (known === undefined) continue;
          known.record = { ...known.record, usedAt: change.usedAt };
          this.#sessions.putSync(handle, known.record);
        }
        return;
      case 'forget': {
        const old = this.#marksByTime.getKeys({ end: [change.before, ''], limit: MOST_FORGOTTEN });
        for (const [, mark] of [...old]) this.#removeMark(mark);
      }
    }
  }

  #know(handle: string, record: SessionRecord): void {
    this.#known.set(handle, { record, sequence: 0, bytes: 0, facts: 0, positions: [] });
  }

  #append({ handle, after, change }: Extract<JournalWrite, { readonly kind: 'append' }>): void {
    const known = this.#known.get(handle);
    if (known?.sequence !== after) throw new Error('the session does not match its recorded state');
    if (change.anew) this.#removeEntries(handle);
    let sequence = after;
    for (const text of change.entries) {
      const position = this.#next++;
      this.#entries.putSync(position, `${handle} ${++sequence} ${change.facts} ${text}`);
      note(known, position, sequence, change.facts, text);
    }
  }

  #removeEntries(handle: string): void {
    const known = this.#known.get(handle);
    if (known === undefined) return;
    for (const position of known.positions) this.#entries.removeSync(position);
    known.positions = [];
    known.bytes = 0;
  }

  #removeMark(mark: string): void {
    const until = this.#marks.get(mark);
    if (until === undefined) return;
    this.#marks.removeSync(mark);
    this.#marksByTime.removeSync([until, mark]);
  }
}

function note(known: Known, position: number, sequence: number, facts: number, text: string): void {
  known.positions.push(position);
  known.sequence = sequence;
  known.facts = facts;
  known.bytes += Buffer.byteLength(text);
}

function headOf({ record, sequence, bytes, facts }: Known): SessionHead {
  return { ...record.session, createdAt: record.createdAt, sequence, bytes, facts };
}

/** Takes a record apart; neither a handle nor a number has a space. */
function parse(value: string): { handle: string; sequence: number; facts: number; text: string } {
  const first = value.indexOf(' ');
  const second = value.indexOf(' ', first + 1);
  const third = value.indexOf(' ', second + 1);
  return {
    handle: value.slice(0, first),
    sequence: Number(value.slice(first + 1, second)),
    facts: Number(value.slice(second + 1, third)),
    text: value.slice(third + 1),
  };
}

/** Keys have a greatest length, names of tokens have none. */
function markOf({ owner, id }: Pick<NewSession, 'owner' | 'id'>): string {
  return createHash('sha256').update(`${owner}\n${id}`).digest('base64url');
}
