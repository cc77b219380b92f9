/** Calls that wait for a person, and those that were answered. */
import type { ApprovalAnswer, ApprovalState, ListedApproval } from '../../protocol/service.ts';
import type { Api } from '../../state/api.ts';
import { ApiError } from '../../state/api-error.ts';
import { problemOf, requested } from '../../state/connection.ts';
import { ofSession } from '../../state/session.ts';

/** Pages of approvals that are read at most; a page has up to 1000. */
const MOST_PAGES = 20;

/** Oldest first; `null` until they are read. */
export const waiting = ofSession<readonly ListedApproval[] | null>(null);
/** Newest first; `null` until they are read. */
export const answered = ofSession<readonly ListedApproval[] | null>(null);
export const problem = ofSession<string | null>(null);
export const selected = ofSession<string | null>(null);
/** The last answer, for the user. */
export const told = ofSession('');

async function readAll(client: Api, state: ApprovalState | null, stop: AbortSignal) {
  const all: ListedApproval[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await client.approvals(state, cursor, stop);
    all.push(...read.approvals);
    cursor = read.next_cursor ?? null;
    if (cursor === null) break;
  }
  return all;
}

/** Reads what waits, and the history when something no longer does. False if the token may not read it. */
export async function readWaiting(client: Api, stop: AbortSignal): Promise<boolean> {
  try {
    const found = await readAll(client, 'pending', stop);
    const ids = new Set(found.map(({ id }) => id));
    const isOver = waiting.value?.some(({ id }) => !ids.has(id)) ?? true;
    waiting.value = found;
    problem.value = null;
    selected.value ??= found[0]?.id ?? null;
    if (isOver || answered.value === null) await readAnswered(client, stop);
    return true;
  } catch (error) {
    if (stop.aborted) return false;
    problem.value = problemOf(error);
    return !(error instanceof ApiError && (error.role !== null || error.status === 401));
  }
}

async function readAnswered(client: Api, stop: AbortSignal): Promise<void> {
  const all = await readAll(client, null, stop);
  const when = ({ answered_at: at, expires_at: end }: ListedApproval): string => at ?? end;
  answered.value = all
    .filter(({ state }) => state !== 'pending')
    .sort((a, b) => (when(a) < when(b) ? 1 : -1));
}

/** Moves the selection among those that wait. */
export function moveSelection(by: 1 | -1): void {
  const ids = (waiting.value ?? []).map(({ id }) => id);
  const at = ids.indexOf(selected.value ?? '');
  const next = at === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, at + by));
  selected.value = ids[next] ?? selected.value;
}

/** Answers a call, and selects the next that waits. False if the service refused. */
export async function answer(
  client: Api,
  { id, tool, agent }: ListedApproval,
  decision: ApprovalAnswer,
  reason: string,
): Promise<boolean> {
  const done = await requested('Answering', (stop) => client.answer(id, decision, reason, stop));
  if (done === null) return false;
  const left = (waiting.value ?? []).filter((one) => one.id !== id);
  const at = (waiting.value ?? []).findIndex((one) => one.id === id);
  waiting.value = left;
  answered.value = [done, ...(answered.value ?? [])];
  selected.value = left[Math.min(at, left.length - 1)]?.id ?? null;
  told.value = `${decision === 'approved' ? 'Approved' : 'Rejected'}: ${tool} for ${agent}`;
  return true;
}

/** The last approved call of the same tool. */
export function lastApproved({ id, tool, server }: ListedApproval): ListedApproval | null {
  const found = (answered.value ?? []).find(
    (one) => one.id !== id && one.tool === tool && one.server === server && wasApproved(one),
  );
  return found ?? null;
}

/** An approval that was not used in time has expired, and was approved all the same. */
const wasApproved = ({ state, answered_by: by }: ListedApproval): boolean =>
  state === 'approved' || (state === 'expired' && by !== null);
