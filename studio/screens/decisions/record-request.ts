import type { DecisionRecord } from '../../protocol/service.ts';
import { requestText } from '../../worker/request.ts';

interface RecordRequest {
  /** JSON as `ferrule evaluate` takes it; `null` if the record does not hold the request. */
  readonly request: string | null;
  /** The values that the record leaves out, for the user. */
  readonly notes: readonly string[];
}

/** The request that a record holds, and what it leaves out. */
export function requestOf(record: DecisionRecord): RecordRequest {
  const { input, host_input: host = [], document = null, ruleset_hash: hash } = record;
  const notes = notesOf(record);
  if (hash === undefined || input === undefined || record.masked === true) return { request: null, notes };
  return { request: requestText({ facts: [...host, ...input], input: document }), notes };
}

function notesOf(record: DecisionRecord): readonly string[] {
  const { session_id: session, fleet, budgets, input, masked, ruleset_hash: hash } = record;
  if (hash === undefined) return ['It failed before a ruleset was found, so there is nothing to explain.'];
  if (masked === true)
    return ['Sensitive values of this record are masked, so the page cannot decide it again.'];
  if (input === undefined)
    return ['The log holds only a hash of this request, so the page cannot decide it again.'];
  const outside = [
    ...(session === undefined ? [] : [`the facts of the session ${session}`]),
    ...(fleet === undefined ? [] : [`the facts of the fleet ${fleet}`]),
    ...(budgets === undefined ? [] : ['the sums of budgets']),
  ];
  if (outside.length === 0) return [];
  return [`The decision also used ${outside.join(' and ')}, which the record does not hold.`];
}
