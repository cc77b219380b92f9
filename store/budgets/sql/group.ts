/** Requests as the database function takes them, and its replies. */
import { createHash } from 'node:crypto';
import type { BudgetWindow } from '../../../runtime/budget-info.ts';
import { budgetId, keptKey, keyIdOf } from '../kept-keys.ts';
import { BY_NODE } from '../node-digests.ts';
import { idempotencyOf } from '../ledger-book.ts';
import type { AskedDecision } from '../ledger.ts';
import { boundsOf } from '../window.ts';
import type { SqlValue } from '../../store.ts';
import { PARAMETERS, REQUEST_FLAGS, USE_FLAGS } from './count-function.ts';
import type { KeptAsked, ShownUse } from './decisions.ts';
import type { LedgerDatabase } from './database.ts';

/** A request in a group. */
export interface Grouped {
  readonly asked: AskedDecision;
  readonly uses: readonly ShownUse[];
  /** It may use budgets whose uses mean something else: none of them is live. For previews. */
  readonly anyShape: boolean;
}

export type GroupReply =
  | {
      readonly kind: 'decided';
      readonly counted: boolean;
      readonly sequence: number | null;
      /** The sums of each use before it. */
      readonly used: readonly string[];
      readonly held: readonly string[];
    }
  | { readonly kind: 'known' | 'same'; readonly digest: string; readonly decision: string }
  | { readonly kind: 'shape' | 'again' | 'unapproved' | 'moved' };

/** `"due"`: nothing was done, because holds are to end first. */
export type CountReply = 'due' | { readonly time: number; readonly replies: readonly GroupReply[] };

interface GroupCall extends Pick<LedgerDatabase, 'writer' | 'process'> {
  /** Lines that the log has. */
  readonly logged: readonly number[];
  readonly now: number | null;
  /** The time as far as it is known here: calendar windows are those around it. */
  readonly around: number;
  /** False if nothing is to count. */
  readonly writes: boolean;
  readonly endsHolds: boolean;
}

type Name = keyof typeof PARAMETERS;
type Columns = { readonly [N in Name]: SqlValue };

const NAMES = Object.keys(PARAMETERS) as readonly Name[];
export const COUNT = `SELECT ferrule.budget_count(${NAMES.map((name, i) => `$${i + 1}::${PARAMETERS[name]}`).join(', ')})::text AS reply`;

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The lock of a budget, by its id: a number of 64 bits. */
export const lockOf = (budget: string): string => String(digestOf(budget).readBigInt64BE());

/** Identifies what uses mean. */
export const shapeId = (shape: string): string => digestOf(shape).toString('hex').slice(0, 32);

/** Places of values, from 1 on. */
class Places<T> {
  readonly values: T[] = [];
  readonly #places = new Map<string, number>();

  of(id: string, value: T): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    const place = this.values.push(value);
    this.#places.set(id, place);
    return place;
  }
}

interface Slot {
  readonly key: string;
  readonly owner: number;
  readonly span: number | null;
  readonly starts: readonly number[];
}

/** Parameters of COUNT. */
export function parametersOf(group: readonly Grouped[], call: GroupCall): readonly SqlValue[] {
  const owners = new Places<string>();
  const slots = new Places<Slot>();
  const infos = new Places<string>();
  const shapes = new Map<string, string>();
  const seen = new Map<string, number>();
  const uses: { slot: number; shape: string; info: number; flags: number; use: ShownUse }[] = [];
  const requests = group.map(({ asked, uses: own, anyShape }, i) => {
    const first = uses.length + 1;
    for (const use of own) {
      const owner = owners.of(`${asked.ruleset} ${use.budget}`, budgetId(BY_NODE, asked.ruleset, use.budget));
      const key = keyIdOf(BY_NODE, asked, use);
      const shape = shapes.get(use.shape) ?? shapeId(use.shape);
      shapes.set(use.shape, shape);
      // Uses of one key must meet in one slot, or they do not see each other.
      const slot = slots.of(`${key} ${shape}`, { key, owner, ...windowOf(use.window, call.around) });
      const info = JSON.stringify(keptKey(asked, use, use.shown));
      uses.push({ slot, shape, info: infos.of(info, info), flags: flagsOf(use), use });
    }
    const key = idempotencyOf(BY_NODE, asked);
    const same = seen.get(key) ?? null;
    seen.set(key, i + 1);
    const flags = (asked.isAllowed ? REQUEST_FLAGS.allowed : 0) + (anyShape ? REQUEST_FLAGS.anyShape : 0);
    return { asked, uses: own, key, same, flags, first, last: uses.length };
  });
  const { order, sorted } = sortedByKey(slots.values);
  const columns: Columns = {
    request_ids: requests.map(({ asked }) => asked.id),
    request_keys: requests.map(({ key }) => key),
    request_digests: requests.map(({ asked }) => asked.idempotency.digest),
    request_times: requests.map(({ asked }) => asked.at ?? null),
    request_same: requests.map(({ same }) => same),
    request_flags: requests.map(({ flags }) => flags),
    request_approvals: requests.map(({ asked }) => approvalOf(asked)),
    request_asked: requests.map(keptAsked),
    request_responses: requests.map(({ asked }) => asked.response),
    request_records: requests.map(({ asked }) => asked.record),
    request_ttls: requests.map((request) => ttlOf(request.uses)),
    request_first: requests.map(({ first }) => first),
    request_last: requests.map(({ last }) => last),
    use_slots: uses.map(({ slot }) => order[slot - 1]!),
    use_shapes: uses.map(({ shape }) => shape),
    use_amounts: uses.map(({ use }) => use.amount),
    use_limits: uses.map(({ use }) => use.limit),
    use_flags: uses.map(({ flags }) => flags),
    use_infos: uses.map(({ info }) => info),
    slot_keys: sorted.map(({ key }) => key),
    slot_owners: sorted.map(({ owner }) => owner),
    slot_spans: sorted.map(({ span }) => span),
    slot_start_1: sorted.map(({ starts }) => starts[0] ?? null),
    slot_start_2: sorted.map(({ starts }) => starts[1] ?? null),
    slot_start_3: sorted.map(({ starts }) => starts[2] ?? null),
    slot_start_4: sorted.map(({ starts }) => starts[3] ?? null),
    owner_ids: owners.values,
    owner_locks: locksOf(owners.values),
    infos: infos.values,
    logged: call.logged,
    log_writer: call.writer,
    log_process: call.process,
    given_time: call.now,
    ends_holds: call.endsHolds,
    writes: call.writes,
  };
  return NAMES.map((name) => columns[name]);
}

/** All who lock keys and budgets do it in the order of these. */
function sortedByKey(slots: readonly Slot[]): { order: readonly number[]; sorted: readonly Slot[] } {
  const places = slots.map((slot, i) => ({ slot, i })).sort((a, b) => (a.slot.key < b.slot.key ? -1 : 1));
  const order: number[] = [];
  places.forEach(({ i }, place) => (order[i] = place + 1));
  return { order, sorted: places.map(({ slot }) => slot) };
}

function locksOf(budgets: readonly string[]): readonly string[] {
  const locks = [...new Set(budgets.map((budget) => BigInt(lockOf(budget))))];
  return locks.sort((a, b) => (a < b ? -1 : 1)).map(String);
}

function flagsOf({ isKnown, isApproved, overflows, reserve }: ShownUse): number {
  const { known, approved, overflows: over, holds } = USE_FLAGS;
  return (
    (isKnown ? known : 0) +
    (isApproved ? approved : 0) +
    (overflows ? over : 0) +
    (reserve === null ? 0 : holds)
  );
}

function keptAsked({
  asked: { id, ruleset, session, idempotency },
  uses,
}: Pick<Grouped, 'asked' | 'uses'>): string {
  return JSON.stringify({ id, ruleset, session, key: idempotency.key, uses } satisfies KeptAsked);
}

function approvalOf({ approval }: AskedDecision): string | null {
  if (approval === null) return null;
  const { id, callId: call, rulesetHash: hash, now } = approval;
  return JSON.stringify({ id, call, hash, now: new Date(now).toISOString() });
}

function ttlOf(uses: readonly ShownUse[]): number | null {
  const ttls = uses.flatMap(({ reserve }) => (reserve === null ? [] : [reserve.ttlMs]));
  return ttls.length === 0 ? null : Math.max(...ttls);
}

/** A window whose time the database chooses. Of a calendar it gets three successive ones: time zones are known here alone. */
function windowOf(window: BudgetWindow, around: number): Pick<Slot, 'span' | 'starts'> {
  switch (window.kind) {
    case 'session':
      return { span: null, starts: [] };
    case 'sliding':
      return { span: window.ms, starts: [] };
    case 'calendar': {
      const { start, end } = boundsOf(window, around);
      const { start: earlier } = boundsOf(window, start! - 1);
      const { end: later } = boundsOf(window, end!);
      return { span: null, starts: [earlier!, start!, end!, later!] };
    }
  }
}

interface Replied {
  readonly time: number;
  readonly states: readonly GroupReply['kind'][];
  readonly counts: readonly boolean[];
  readonly sequences: readonly (number | null)[];
  readonly digests: readonly (string | null)[];
  readonly decisions: readonly (string | null)[];
  readonly used: readonly string[];
  readonly held: readonly string[];
}

/** Reads what COUNT returns. */
export function repliesOf(group: readonly Grouped[], text: string): CountReply {
  const replied = JSON.parse(text) as 'due' | Replied;
  if (replied === 'due') return replied;
  let first = 0;
  const replies = group.map(({ uses }, i): GroupReply => {
    const kind = replied.states[i]!;
    const [start, end] = [first, (first += uses.length)];
    if (kind === 'known' || kind === 'same')
      return { kind, digest: replied.digests[i]!, decision: replied.decisions[i]! };
    if (kind !== 'decided') return { kind };
    const [used, held] = [replied.used.slice(start, end), replied.held.slice(start, end)];
    return { kind, counted: replied.counts[i]!, sequence: replied.sequences[i]!, used, held };
  });
  return { time: replied.time, replies };
}
