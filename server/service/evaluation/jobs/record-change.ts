import type { SessionChange } from '../../../sessions/session-log.ts';
import { writeJson } from '../../../library/json.ts';
import type { JournalEntry } from '../session-change.ts';
import type { Session } from '../session-store.ts';
import type { WorkerState } from './job.ts';

/** Records a change of a session's facts, with the number that the session has now. */
export function recordChange(
  id: string,
  session: Session,
  { entries }: SessionChange,
  operation: JournalEntry,
  { evidence }: WorkerState,
): void {
  if (evidence.log === null) return;
  const changed = { id, sequence: session.sequence, entries: entries.length };
  evidence.changed(session, changed, writeJson(operation));
}
