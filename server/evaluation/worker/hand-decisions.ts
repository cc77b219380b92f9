/** Hands decisions from a worker to the service without copying them. */
import type { MessagePort } from 'node:worker_threads';
import { packDecisions, transfersOf, type PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { RecentDecisions } from '../../../evidence/recent.ts';
import type { FromWorker } from '../protocol/protocol.ts';

/** Decisions that a candidate is tried on in one go. */
const TRIED_AT_ONCE = 200;

function hand(port: MessagePort, kind: 'recent' | 'decided', decisions: PackedDecisions): void {
  port.postMessage({ kind, decisions } satisfies FromWorker, transfersOf([decisions]));
}

/** Sends all recent decisions. */
export function handRecent(port: MessagePort, recent: RecentDecisions): void {
  hand(port, 'recent', packDecisions(recent.all()));
}

/** Sends the decisions of a batch to be tried, in parts: of one that takes too long only the part is lost. */
export function handDecided(port: MessagePort, recent: RecentDecisions): void {
  const fresh = recent.takeFresh();
  for (let from = 0; from < fresh.length; from += TRIED_AT_ONCE)
    hand(port, 'decided', packDecisions(fresh.slice(from, from + TRIED_AT_ONCE)));
}
