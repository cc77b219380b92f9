import { writeJson } from '../../../../library/json.ts';
import type { JournalEntry } from '../session-change.ts';
import type { Session } from '../session-store.ts';
import type { WorkerState } from './job.ts';

/** Records a change of a session's facts: the number that it led to, and how many entries it took. */
export function recordChange(
  id: string,
  sequence: number,
  entries: number,
  { session, operation }: { readonly session: Session; readonly operation: JournalEntry },
  { evidence }: WorkerState,
): void {
  if (evidence.log === null) return;
  evidence.changed(session, { id, sequence, entries }, writeJson(operation));
}
