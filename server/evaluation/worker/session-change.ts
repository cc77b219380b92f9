import { ServiceError } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import { sessionBytesExceeded } from '../../sessions/session-log.ts';
import type { SessionChange } from '../../../store/sessions/session-head.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { Session } from './session-store.ts';

/** One entry of a session's log: a fact that was asserted, or a retraction. */
export type JournalEntry =
  | { readonly template: string; readonly data: Readonly<Record<string, unknown>> }
  | { readonly retract: string; readonly filter: Readonly<Record<string, unknown>> | null };

/** Limits of a session. */
export interface SessionBounds {
  readonly facts: number;
  /** Size of this session's entries. */
  readonly bytes: number;
  /** Bytes that may be added to all sessions. */
  readonly room: number;
}

/** Entries are compacted if there are this many more than their facts need. */
const SLACK_ENTRIES = 100;

/**
 * Asserts a fact into a session; null if an equal one exists. Throws FerruleError, and ServiceError
 * `session_facts_exceeded` or `session_limit_exceeded` for one that is too much; then nothing has changed.
 */
export function assertInto(
  session: Session,
  template: string,
  data: Readonly<Record<string, unknown>>,
  bounds: SessionBounds,
): SessionChange | null {
  const { engine } = session;
  if (engine.size >= bounds.facts) throw full(`${bounds.facts} facts`);
  const entry = writeJson({ template, data } satisfies JournalEntry);
  const bytes = Buffer.byteLength(entry);
  if (bytes > bounds.room) throw sessionBytesExceeded();
  // Entries of removed facts use space, which compaction frees.
  const isTight = session.bytes + bytes > bounds.bytes;
  if (isTight && bytesOf(session) + bytes > bounds.bytes) throw full(`${bounds.bytes} bytes of facts`);
  if (!engine.assertFact(template, data)) return null;
  return isTight || hasGrown(session) ? anew(session) : one(session, entry, bytes);
}

/**
 * Asserts facts into a session, all or none; existing ones stay unchanged. Throws as `assertInto`; then
 * nothing has changed.
 */
export function assertAllInto(
  session: Session,
  facts: readonly FactInput[],
  bounds: SessionBounds,
): { readonly change: SessionChange | null; readonly asserted: number } {
  const { engine } = session;
  if (engine.size + facts.length > bounds.facts) throw full(`${bounds.facts} facts`);
  const texts = facts.map(({ template, data }) => writeJson({ template, data } satisfies JournalEntry));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > bounds.room) throw sessionBytesExceeded();
  const isTight = session.bytes + bytes > bounds.bytes;
  if (isTight && bytesOf(session) + bytes > bounds.bytes) throw full(`${bounds.bytes} bytes of facts`);
  const asserted = engine.assertFacts(facts);
  if (asserted === 0) return { change: null, asserted };
  if (isTight || hasGrown(session)) return { change: anew(session), asserted };
  // An entry of an existing fact asserts nothing when it is read again.
  session.sequence += texts.length;
  session.entries += texts.length;
  session.bytes += bytes;
  return { change: { entries: texts, anew: false, facts: engine.size }, asserted };
}

/** Notes a retraction that has been done. */
export function retracted(
  session: Session,
  template: string,
  filter: Readonly<Record<string, unknown>> | null,
  bounds: SessionBounds,
): SessionChange {
  const entry = writeJson({ retract: template, filter } satisfies JournalEntry);
  const bytes = Buffer.byteLength(entry);
  // Without a fact, no entry could carry the fact numbers, which must continue.
  const isAnew = session.engine.size > 0 && (session.bytes + bytes > bounds.bytes || hasGrown(session));
  return isAnew ? anew(session) : one(session, entry, bytes);
}

function hasGrown({ entries, engine }: Session): boolean {
  return entries >= 2 * engine.size + SLACK_ENTRIES;
}

/** Bytes of the existing facts, each as an entry. */
function bytesOf(session: Session): number {
  if (session.entries === session.engine.size) return session.bytes;
  return factTexts(session).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function factTexts({ engine }: Session): string[] {
  return engine.facts().map((fact) => writeJson(fact));
}

function one(session: Session, entry: string, bytes: number): SessionChange {
  session.sequence++;
  session.entries++;
  session.bytes += bytes;
  return { entries: [entry], anew: false, facts: session.engine.size };
}

function anew(session: Session): SessionChange {
  const entries = factTexts(session);
  session.sequence += entries.length;
  session.entries = entries.length;
  session.bytes = entries.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { entries, anew: true, facts: entries.length };
}

function full(what: string): ServiceError {
  return new ServiceError('session_facts_exceeded', `a session holds at most ${what}`);
}
