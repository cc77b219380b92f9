/** Requests that count, in groups: each server has one group in flight, and what comes meanwhile is the next one. */
import { ServiceError } from '../../../library/errors.ts';
import { BY_NODE } from '../node-digests.ts';
import { holdOf, keptUse, keySums, replayed } from '../ledger-book.ts';
import { keyIdOf } from '../kept-keys.ts';
import type { AskedDecision, Decided } from '../ledger.ts';
import { lineOf, recordedDecision } from '../log-lines.ts';
import type { StoreClock } from '../store-clock.ts';
import { reservationOf } from '../reservation-record.ts';
import { attempted, timeOf, type LedgerDatabase } from './database.ts';
import { findDecision, type ShownUse } from './decisions.ts';
import type { Gate } from './gate.ts';
import { COUNT, parametersOf, repliesOf, type CountReply, type Grouped, type GroupReply } from './group.ts';
import { endHolds } from './holds.ts';
import { claimShape, liveOthers } from './keys.ts';

/** Requests of one group. */
const MOST_GROUPED = 128;
/** How often one request is sent until its budgets and windows fit. */
const MOST_SENT = 6;

/** Numbers of the lines that the log has, until the database knows it. */
interface LoggedLines {
  readonly take: () => readonly number[];
  /** The database does not know it. */
  readonly giveBack: (sequences: readonly number[]) => void;
}

interface Waiting extends Grouped {
  readonly sent: number;
  readonly resolve: (decided: Decided) => void;
  readonly reject: (error: unknown) => void;
}

type Replies = Exclude<CountReply, 'due'>;

interface Counter {
  readonly decide: (asked: AskedDecision, uses: readonly ShownUse[]) => Promise<Decided>;
  readonly preview: (asked: AskedDecision, uses: readonly ShownUse[]) => Promise<Decided>;
}

export function createCounter(
  database: LedgerDatabase,
  gate: Gate,
  logged: LoggedLines,
  clock: StoreClock,
): Counter {
  let waiting: Waiting[] = [];
  let isBusy = false;

  const call = async (
    group: readonly Grouped[],
    writes: boolean,
    endsHolds: boolean,
  ): Promise<CountReply> => {
    const store = await database.open();
    const taken = writes ? logged.take() : [];
    const now = database.isGivenTime ? group[0]!.asked.now : null;
    const { writer, process } = database;
    const around = now ?? clock.now();
    const parameters = parametersOf(group, {
      writer,
      process,
      logged: taken,
      now,
      around,
      writes,
      endsHolds,
    });
    try {
      const [row] = await attempted(() => store.query<{ reply: string }>(COUNT, parameters));
      const reply = repliesOf(group, row!.reply);
      if (reply !== 'due') clock.read(reply.time);
      return reply;
    } catch (error) {
      logged.giveBack(taken);
      throw error;
    }
  };
  const count = async (group: readonly Grouped[], writes: boolean): Promise<Replies> => {
    let reply = await call(group, writes, true);
    if (reply === 'due') {
      const { now } = await timeOf(await database.open(), database, group[0]!.asked.now);
      await endHolds(database, now);
      reply = await call(group, writes, false);
    }
    if (reply === 'due') throw new Error('holds are not ended twice');
    return reply;
  };

  const enqueue = (request: Waiting): void => {
    waiting.push(request);
    if (waiting.length === 1 && !isBusy) setImmediate(pump);
  };
  /** Sends a request again that the database could not decide as it was. */
  const sendAgain = (request: Waiting): void => {
    if (request.sent < MOST_SENT) enqueue({ ...request, sent: request.sent + 1 });
    else
      request.reject(new ServiceError('contention', 'the budget changes all the time: nothing was counted'));
  };

  function pump(): void {
    if (isBusy || waiting.length === 0) return;
    const group = waiting.slice(0, MOST_GROUPED);
    waiting = waiting.slice(MOST_GROUPED);
    isBusy = true;
    void gate
      .together(() => send(group))
      .finally(() => {
        isBusy = false;
        pump();
      });
  }

  /** Never rejected. */
  async function send(group: readonly Waiting[]): Promise<void> {
    try {
      const { time, replies } = await count(group, true);
      replies.forEach((reply, i) => answer(group[i]!, reply, time));
    } catch (error) {
      // A request that the database does not take must not fail the others.
      if (error instanceof ServiceError || group.length === 1) for (const { reject } of group) reject(error);
      else for (const each of group) await send([each]);
    }
  }

  function answer(request: Waiting, reply: GroupReply, time: number): void {
    switch (reply.kind) {
      case 'decided':
        request.resolve(decidedOf(request, reply, time));
        return;
      case 'known':
      case 'same':
        repeated(request, reply).then(request.resolve, request.reject);
        return;
      case 'shape':
        claim(request).catch(request.reject);
        return;
      case 'again':
        sendAgain(request);
        return;
      case 'moved':
        request.resolve({ kind: 'moved', time });
        return;
      case 'unapproved':
        request.resolve({ kind: 'unapproved' });
    }
  }

  async function repeated(
    { asked }: Grouped,
    { digest, decision }: Extract<GroupReply, { kind: 'known' | 'same' }>,
  ): Promise<Decided> {
    if (digest !== asked.idempotency.digest) return { kind: 'conflict' };
    const kept = await findDecision(await database.open(), decision);
    return kept === null ? { kind: 'conflict' } : replayed(kept);
  }

  /** Uses that mean something else, or are the first ones. */
  async function claim(request: Waiting): Promise<void> {
    const { asked } = request;
    const { now } = await timeOf(await database.open(), database, asked.now);
    for (const { budget, shape } of asked.uses) {
      const live = await claimShape(
        database,
        { ruleset: asked.ruleset, budget, shape },
        now,
        asked.record !== null,
      );
      if (live > 0) return request.resolve({ kind: 'changed', budget, live });
    }
    sendAgain(request);
  }

  return {
    decide: (asked, uses) =>
      new Promise((resolve, reject) => {
        enqueue({ asked, uses, anyShape: false, sent: 1, resolve, reject });
      }),
    async preview(asked, uses) {
      let request: Grouped = { asked, uses, anyShape: false };
      for (let sent = 0; sent < MOST_SENT; sent++) {
        const { time, replies } = await count([request], false);
        const reply = replies[0]!;
        if (reply.kind === 'decided') return decidedOf(request, reply, time);
        if (reply.kind === 'moved') return { kind: 'moved', time };
        if (reply.kind !== 'again') {
          const sql = await database.open();
          for (const { budget, shape } of asked.uses) {
            const live = await liveOthers(sql, { ruleset: asked.ruleset, budget, shape }, time);
            if (live > 0) return { kind: 'changed', budget, live };
          }
          request = { ...request, anyShape: true };
        }
      }
      throw new ServiceError('contention', 'the budget changes all the time');
    },
  };
}

function decidedOf(
  { asked, uses }: Grouped,
  { counted, sequence, used, held }: Extract<GroupReply, { kind: 'decided' }>,
  time: number,
): Decided {
  const { id, ruleset, session, response } = asked;
  const sums = uses.map((use, i) =>
    keySums(use, use.shown, time, { used: BigInt(used[i]!), held: BigInt(held[i]!) }),
  );
  const decided = { kind: 'decided', id, counted, time, sequence, sums, response } as const;
  if (sequence === null) return { ...decided, reservation: null, line: null };
  const reservation = reservationOf({
    ...{ id, ruleset, session, time, sequence, sums, response, isRecorded: asked.record !== null },
    uses: uses.map((use) => keptUse(use, keyIdOf(BY_NODE, asked, use), use.shown)),
    hold: holdOf(uses, time),
  });
  const line = lineOf(sequence, asked.record, recordedDecision(asked, time, sums));
  return { ...decided, reservation, line };
}
