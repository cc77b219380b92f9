import type { Engine } from '../../../runtime/engine.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import { ServiceError } from '../../../library/errors.ts';
import { parseJson } from '../../../library/json.ts';
import { sessionGone } from '../../sessions/session-log.ts';
import { Detour } from './detour.ts';
import type { JobSession } from '../protocol/protocol.ts';
import type { ReadyRuleset, RulesetStore } from './ruleset-store.ts';
import type { JournalEntry } from './session-change.ts';

/** A session on the worker that holds it. */
export interface Session {
  readonly handle: string;
  readonly engine: Engine;
  /** Version of the ruleset that the engine runs. */
  hash: string;
  /** Number of the last entry that the engine has. */
  sequence: number;
  /** Number of stored entries, and their bytes. */
  entries: number;
  bytes: number;
  /** Rough memory of the engine, in bytes. */
  weight: number;
}

/** Rough memory of an engine: that of its facts by their number and by the bytes of their texts. */
const BYTES_PER_FACT = 2_048;
const BYTES_PER_BYTE = 4;
const LINE_BREAK = 0x0a;

/** The sessions of this worker. Whether one exists is the HTTP thread's word: here are only their engines. */
export class SessionStore {
  /** By handle, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #rulesets: RulesetStore;
  readonly #maxEngineBytes: number;
  #weight = 0;

  constructor(rulesets: RulesetStore, maxEngineBytes: number) {
    this.#rulesets = rulesets;
    this.#maxEngineBytes = maxEngineBytes;
  }

  end(handle: string): void {
    const session = this.#sessions.get(handle);
    if (session === undefined) return;
    this.#sessions.delete(handle);
    this.#weight -= session.weight;
  }

  /** Number of the last entry that the engine of this session has; null: there is none here. */
  at(handle: string): number | null {
    return this.#sessions.get(handle)?.sequence ?? null;
  }

  /**
   * The session that a body names, its engine on the present version of its ruleset. Throws ServiceError
   * `session_not_found` or `session_expired`, or Detour when the job was not given as one of this session.
   */
  require(id: string, job: JobSession | null, provided: string | null): Session {
    if (job === null || job.id !== id) throw new Detour({ session: id });
    if (job.state !== 'live') throw sessionGone(job.state);
    return this.open(job, this.#rulesets.resolve(job.ruleset, provided));
  }

  /** The engine of a session that exists, on this version of its ruleset, with all entries that the job says. */
  open(job: JobSession, ruleset: ReadyRuleset): Session {
    const { handle, restore, sequence } = job;
    const held = this.#sessions.get(handle);
    if (restore?.after === null) {
      const session = emptySession(handle, ruleset);
      catchUp(session, restore.lines, sequence);
      this.keep(session);
      return session;
    }
    if (held === undefined || held.sequence !== (restore?.after ?? sequence))
      throw new Detour({ entries: handle });
    if (restore !== null) {
      // On an error it is half way: it is made again from its entries.
      this.end(handle);
      catchUp(held, restore.lines, sequence);
    }
    this.keep(held);
    if (held.hash !== ruleset.hash) move(held, ruleset);
    return held;
  }

  /** A new session, not kept before `keep`. */
  create(handle: string, ruleset: ReadyRuleset): Session {
    return emptySession(handle, ruleset);
  }

  /** Keeps a session that is new here or has changed. Others give way when engines take too much. */
  keep(session: Session): void {
    const { handle } = session;
    this.end(handle);
    session.weight = session.engine.size * BYTES_PER_FACT + session.bytes * BYTES_PER_BYTE;
    this.#sessions.set(handle, session);
    this.#weight += session.weight;
    for (const other of this.#sessions.keys()) {
      if (this.#weight <= this.#maxEngineBytes || other === handle) break;
      this.end(other);
    }
  }
}

function emptySession(handle: string, { createEngine, hash }: ReadyRuleset): Session {
  return {
    handle,
    engine: createEngine(),
    hash,
    sequence: 0,
    entries: 0,
    bytes: 0,
    weight: 0,
  };
}

function catchUp(session: Session, lines: Uint8Array, sequence: number): void {
  const { engine } = session;
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  fitting(() => {
    for (let from = 0; from < bytes.length;) {
      const found = bytes.indexOf(LINE_BREAK, from);
      const to = found === -1 ? bytes.length : found;
      const entry = parseJson(bytes.toString('utf8', from, to)) as JournalEntry;
      if ('retract' in entry) engine.retract(entry.retract, entry.filter);
      else engine.assertFact(entry.template, entry.data);
      session.entries++;
      session.bytes += to - from;
      from = to + 1;
    }
  });
  session.sequence = sequence;
}

/** The file of the ruleset has changed since: the session goes on under the new rules with the facts it holds. */
function move(session: Session, ruleset: ReadyRuleset): void {
  fitting(() => session.engine.swap(ruleset.compiled));
  session.hash = ruleset.hash;
}

function fitting(operation: () => void): void {
  try {
    operation();
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    throw new ServiceError(
      'session_ruleset_mismatch',
      `the ruleset has changed and the facts of the session do not fit it: ${error.message}`,
    );
  }
}
