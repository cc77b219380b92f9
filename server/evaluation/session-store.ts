import { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/errors.ts';
import { ServiceError } from '../errors.ts';
import { parseJson, writeJson } from '../library/json.ts';
import { Detour } from './detour.ts';
import type { JobSession, SessionChange } from './protocol.ts';
import type { ReadyRuleset, RulesetStore } from './ruleset-store.ts';

/** A session on the worker that holds it. */
export interface Session {
  readonly engine: Engine;
  /** Version of the ruleset that the engine runs. */
  hash: string;
  /** Entries in the journal that the HTTP thread keeps. */
  entries: number;
}

/** One line of the journal: a fact that was asserted, or a retraction. */
export type JournalEntry =
  | { readonly template: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly retract: string; readonly filter: Readonly<Record<string, unknown>> | null };

/** A journal is written anew when it is this much longer than the facts it leads to. */
const SLACK_ENTRIES = 100;

/** The sessions of this worker. Whether one exists is the HTTP thread's word: here are only their engines. */
export class SessionStore {
  readonly #sessions = new Map<string, Session>();
  readonly #rulesets: RulesetStore;

  constructor(rulesets: RulesetStore) {
    this.#rulesets = rulesets;
  }

  end(id: string): void {
    this.#sessions.delete(id);
  }

  holds(id: string): boolean {
    return this.#sessions.has(id);
  }

  /**
   * The session that a body names, its engine on the present version of its ruleset. Throws ServiceError
   * `session_not_found`, or Detour when the job was not given as one of this session.
   */
  require(id: string, job: JobSession | null, provided: string | null): Session {
    if (job === null || job.id !== id) throw new Detour({ session: id });
    if (job.ruleset === null) throw new ServiceError('session_not_found', 'session not found');
    return this.open(job, this.#rulesets.resolve(job.ruleset, provided));
  }

  /** The engine of a session that exists, on this version of its ruleset. */
  open(job: JobSession, ruleset: ReadyRuleset): Session {
    const session = job.restore === null ? this.#sessions.get(job.id) : restore(ruleset, job.restore);
    if (session === undefined)
      throw new ServiceError('internal_error', 'the session is not where it should be');
    if (session.hash !== ruleset.hash) move(session, ruleset);
    this.#sessions.set(job.id, session);
    return session;
  }

  /** A new session, not kept before `keep`. */
  create(ruleset: ReadyRuleset): Session {
    return { engine: new Engine(ruleset.compiled), hash: ruleset.hash, entries: 0 };
  }

  keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
  }
}

/** What the journal must note: the entry, or all facts anew when the journal has grown past use. */
export function journal(session: Session, entry: JournalEntry): SessionChange {
  if (session.entries < 2 * session.engine.size + SLACK_ENTRIES) {
    session.entries++;
    return { entry: writeJson(entry) };
  }
  const entries = session.engine.facts().map((fact) => writeJson(fact));
  session.entries = entries.length;
  return { entries };
}

function restore(ruleset: ReadyRuleset, entries: readonly string[]): Session {
  const engine = new Engine(ruleset.compiled);
  fitting(() => {
    for (const text of entries) {
      const entry = parseJson(text) as JournalEntry;
      if ('retract' in entry) engine.retract(entry.retract, entry.filter);
      else engine.assertFact(entry.template, entry.data);
    }
  });
  return { engine, hash: ruleset.hash, entries: entries.length };
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
