/** The decisions that were read from the log. */
import type { DecisionRecord } from '../../protocol/service.ts';
import type { Api, Query } from '../../state/api.ts';
import { fetching } from '../../state/busy.ts';
import { problemOf } from '../../state/connection.ts';
import { ofSession } from '../../state/session.ts';

const PAGE = '100';

interface Log {
  readonly records: readonly DecisionRecord[];
  /** Where the next page begins; `null` if the whole log was searched. */
  readonly next: string | null;
  readonly scannedTo: string | null;
  /** Why it could not be read. */
  readonly problem: string | null;
}

export const filterText = ofSession('');
export const log = ofSession<Log | null>(null);
export const opened = ofSession<DecisionRecord | null>(null);

/** Reads the first page of a query, newest first. */
export async function readLog(client: Api, query: Query, stop: AbortSignal): Promise<void> {
  await read(client, query, null, stop);
}

/** Reads on where the last page ended. */
export async function readMore(client: Api, query: Query): Promise<void> {
  await read(client, query, log.value, null);
}

async function read(client: Api, query: Query, before: Log | null, outer: AbortSignal | null): Promise<void> {
  const cursor = before?.next ?? null;
  const asked = { ...query, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
  try {
    const page = await fetching('Reading decisions', (stop) => client.decisions(asked, stop), outer);
    log.value = {
      records: [...(before?.records ?? []), ...page.decisions],
      next: page.next,
      scannedTo: page.scanned_to,
      problem: null,
    };
  } catch (error) {
    if (outer?.aborted === true) return;
    const problem = problemOf(error);
    log.value = { records: [], next: null, scannedTo: null, ...before, problem };
  }
}

/** True if a record has every word. */
export function hasWords(record: DecisionRecord, words: readonly string[]): boolean {
  const {
    time,
    decision_id: id,
    actor,
    ruleset,
    ruleset_hash: hash,
    reason,
    rule_trace: rules = [],
  } = record;
  const text = [time, id, actor, ruleset, hash, reason, outcomeOf(record), ...rules].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The decision, `none`, or `error` and its code. */
export function outcomeOf({ error, decision }: DecisionRecord): string {
  return error === undefined ? (decision ?? 'none') : `error ${error.code}`;
}
