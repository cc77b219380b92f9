/** Decisions that count, over records that keep them: the one place that says when a budget is exceeded. */
import { GREATEST_INTEGER } from '../../runtime/values/integer64.ts';
import { beginAgain } from './forget.ts';
import { changedBudget, isOther, keepKey, keyIdOf, type Hashing } from './kept-keys.ts';
import type { Used } from '../approvals/approval-store.ts';
import type { AskedDecision, AskedUse, Decided, KeySums } from './ledger.ts';
import { keepLine, nextSequence, recordedDecision } from './log-lines.ts';
import { keyOfNumber, type LedgerRecords } from './records.ts';
import {
  DECISION_MS,
  DECISIONS,
  EXPIRIES,
  expiryKey,
  readDecision,
  reservationOf,
  writeDecision,
  type KeptDecision,
  type KeptUse,
} from './reservation-record.ts';
import { shownKey } from './shown-key.ts';
import { isMoved } from './store-clock.ts';
import { addSums, NO_SUMS, sumsFrom, sweepSums, type Sums } from './sums.ts';
import { boundsOf } from './window.ts';

const META = 'meta';
const IDEMPOTENCY = 'idempotency';
const IDEMPOTENCY_AGES = 'idempotency-age';
const DECISION_AGES = 'decision-age';
const DAY_MS = 86_400_000;
/** Time in which a key of a request repeats its decision. */
const KEY_MS = DAY_MS;
/** Old entries that one decision removes. */
const SWEPT = 3;

/** The time of an operation: the clock, and never before what was committed. */
export function timeOf(records: LedgerRecords, now: number): number {
  return Math.max(now, Number(records.get(META, 'clock') ?? 0));
}

/** Takes an approval for a decision, in the same transaction; false if it cannot. */
export type UseApproval = (used: Used) => boolean;

/** Decides and counts. @param use null: a preview, which leaves everything as it is */
export function decide(records: LedgerRecords, asked: AskedDecision, use: UseApproval | null): Decided {
  const writes = use !== null;
  const time = timeOf(records, asked.now);
  const idempotency = idempotencyOf(records, asked);
  const repeated = writes ? findRepeated(records, idempotency, asked.idempotency.digest, time) : null;
  if (repeated !== null) return repeated;
  const changed = changedBudget(records, asked, time, (budget) => {
    const { ruleset, record } = asked;
    if (writes) beginAgain(records, { ruleset, budget }, time, record !== null);
  });
  if (changed !== null) return changed;
  if (isMoved(asked.at, time)) return { kind: 'moved', time };
  const sums = asked.uses.map((use) => sumsOf(records, asked, use, time));
  const isCounted =
    asked.isAllowed &&
    asked.uses.every(({ isKnown, isApproved }, i) => isKnown && (isApproved || !sums[i]!.exceeded));
  const none = { kind: 'decided', id: asked.id, time, sums, response: asked.response, line: null } as const;
  if (!isCounted || asked.uses.length === 0 || !writes)
    return { ...none, counted: isCounted && asked.uses.length > 0, sequence: null, reservation: null };
  if (asked.approval !== null && use?.(asked.approval) !== true) return { kind: 'unapproved' };
  const sequence = nextSequence(records);
  records.put(META, 'clock', String(time));
  const decision = count(records, asked, { time, sequence, sums });
  keep(records, decision, idempotency, asked.idempotency.digest);
  const line = keepLine(records, sequence, asked.record, recordedDecision(asked, time, sums));
  return { ...none, counted: true, sequence, line, reservation: reservationOf(decision) };
}

function sumsOf(records: LedgerRecords, asked: AskedDecision, use: AskedUse, time: number): KeySums {
  // In a preview a changed budget has not begun again yet.
  const sums = isOther(records, asked.ruleset, use)
    ? NO_SUMS
    : sumsFrom(records, keyIdOf(records, asked, use), boundsOf(use.window, time).from);
  return keySums(use, shownKey(records, use), time, sums);
}

/** Compares a use with the sums of its key. */
export function keySums(use: AskedUse, shown: string, time: number, { used, held }: Sums): KeySums {
  const { budget, key, amount, limit, overflows, isApproved, isKnown } = use;
  const { start, end } = boundsOf(use.window, time);
  const total = used + held + BigInt(amount);
  const exceeded = isKnown && (overflows || total > BigInt(limit) || total > GREATEST_INTEGER);
  return {
    budget,
    key,
    shown,
    requested: amount,
    used: String(used),
    reserved: String(held),
    limit,
    windowStart: start,
    windowEnd: end,
    exceeded,
    over: exceeded && isApproved,
    holds: use.reserve !== null,
  };
}

/** Adds the uses to the sums of their keys. */
function count(
  records: LedgerRecords,
  { id, ruleset, session, uses: given, response, record }: AskedDecision,
  { time, sequence, sums }: Pick<KeptDecision, 'time' | 'sequence' | 'sums'>,
): KeptDecision {
  const uses = given.map((use, i) => {
    const { shown } = sums[i]!;
    const kept = keptUse(use, keepKey(records, { ruleset, session }, use, shown), shown);
    addSums(records, kept.id, time, { used: BigInt(kept.used), held: BigInt(kept.held) });
    sweepSums(records, kept.id, boundsOf(use.window, time).from);
    return kept;
  });
  const hold = holdOf(given, time);
  return { id, ruleset, session, time, sequence, uses, sums, response, hold, isRecorded: record !== null };
}

/** A use as it counts. @param id of its sums */
export function keptUse({ budget, key, amount, reserve }: AskedUse, id: string, shown: string): KeptUse {
  const isHeld = reserve !== null;
  const [used, held] = isHeld ? ['0', amount] : [amount, '0'];
  return { id, budget, key, shown, amount, isHeld, used, held };
}

/** The hold of a decision at a time; `null` if no use of it is held. */
export function holdOf(uses: readonly AskedUse[], time: number): KeptDecision['hold'] {
  const reserves = uses.flatMap(({ reserve }) => reserve ?? []);
  if (reserves.length === 0) return null;
  return {
    state: 'reserved',
    expiresAt: time + Math.max(...reserves.map(({ ttlMs }) => ttlMs)),
    // One that keeps wins over others: it opens nothing.
    onExpire: reserves.every(({ onExpire }) => onExpire === 'release') ? 'release' : 'keep',
    over: false,
    late: false,
    settlement: null,
  };
}

function keep(records: LedgerRecords, decision: KeptDecision, idempotency: string, digest: string): void {
  const { id, time, hold } = decision;
  writeDecision(records, decision);
  records.put(IDEMPOTENCY, idempotency, JSON.stringify({ digest, id, time }));
  records.put(IDEMPOTENCY_AGES, `${keyOfNumber(time)}.${idempotency}`, '');
  // Its hold ends before it is removed.
  const age = Math.max(time, (hold?.expiresAt ?? 0) - DECISION_MS);
  records.put(DECISION_AGES, `${keyOfNumber(age)}.${id}`, '');
  if (hold !== null) records.put(EXPIRIES, expiryKey(hold.expiresAt, id), '');
  sweep(records, IDEMPOTENCY_AGES, IDEMPOTENCY, time - KEY_MS);
  sweep(records, DECISION_AGES, DECISIONS, time - DECISION_MS);
}

function sweep(records: LedgerRecords, ages: string, shelf: string, before: number): void {
  for (const [key] of records.from(ages, '', SWEPT)) {
    if (key > keyOfNumber(Math.max(0, before))) break;
    records.remove(ages, key);
    const own = key.slice(key.indexOf('.') + 1);
    // A key that was used again since has a newer entry.
    if (timeIn(records.get(shelf, own)) <= before) records.remove(shelf, own);
  }
}

const timeIn = (text: string | null): number =>
  text === null ? 0 : (JSON.parse(text) as { readonly time: number }).time;

/** The store limits the length of its keys, and must not show the token's. */
export function idempotencyOf({ digests }: Hashing, { idempotency: { owner, key } }: AskedDecision): string {
  return digests.hash(JSON.stringify([owner, key]));
}

function findRepeated(
  records: LedgerRecords,
  idempotency: string,
  digest: string,
  time: number,
): Decided | null {
  const text = records.get(IDEMPOTENCY, idempotency);
  if (text === null) return null;
  const known = JSON.parse(text) as { readonly digest: string; readonly id: string; readonly time: number };
  if (known.time <= time - KEY_MS) return null;
  if (known.digest !== digest) return { kind: 'conflict' };
  const decision = readDecision(records, known.id);
  if (decision === null) return { kind: 'conflict' };
  return replayed(decision);
}

/** The same decision for a request that is repeated; none if its reservation was released. */
export function replayed(decision: KeptDecision): Decided {
  if (decision.hold?.state === 'released') return { kind: 'closed', state: 'released' };
  const { id, time, sequence, sums, response } = decision;
  const reservation = reservationOf(decision);
  return { kind: 'replayed', id, counted: true, time, sequence, sums, reservation, response, line: null };
}
