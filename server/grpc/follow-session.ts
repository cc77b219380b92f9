/**
 * Follows sessions for subscriptions. The log of sessions reports that a session has changed, whichever server changed it;
 * what has changed is found by comparing its facts with those before. A fact that came and went between two looks is
 * not reported. Subscriptions to one session share its looks, and looks of one token follow one another.
 */
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { shuttingDown } from '../../library/errors.ts';
import { sessionGone } from '../sessions/session-log.ts';
import { KeyedMutex } from '../sessions/keyed-mutex.ts';
import type { Caller } from '../tokens/caller.ts';
import type { GrpcContext } from './context.ts';
import { elements, members } from '../../library/json-slices.ts';

/** Facts of a session by their JSON text. */
export type Facts = ReadonlySet<string>;

/** A session at one moment. */
export interface Look {
  /** Names its life and its last entry. */
  readonly mark: string;
  readonly facts: Facts;
}

interface SessionFollower {
  /**
   * The session as it is now, or `null` if its mark is still the same.
   * @throws ServiceError for a session that does not exist
   */
  readonly look: (caller: Caller, id: string, mark: string) => Promise<Look | null>;
}

/** Characters after which others get their turn on this thread. */
const MOST_AT_ONCE = 262_144;
/** After a look a token rests this many times as long as the look took. */
const REST = 4;
const LONGEST_REST_MS = 2_000;

export function createFollower({ services, closing }: GrpcContext): SessionFollower {
  const mutex = new KeyedMutex();
  /** The last look at each session, by its owner and id, as long as someone needs it. */
  const looks = new Map<string, WeakRef<Look>>();

  async function read(caller: Caller, id: string, mark: string): Promise<Look> {
    const name = `${caller.actor}\n${id}`;
    const known = looks.get(name)?.deref();
    if (known?.mark === mark) return known;
    const { body } = await services.pool.submit({
      caller,
      origin: null,
      kind: 'list-facts',
      body: Buffer.from(JSON.stringify({ session_id: id })),
      context: null,
      session: id,
    });
    const started = performance.now();
    const look = { mark, facts: await factsOf(body) };
    looks.set(name, new WeakRef(look));
    dropped.register(look, name);
    const rest = Math.min(LONGEST_REST_MS, REST * (performance.now() - started));
    if (rest >= 1) await sleep(rest, undefined, { signal: closing }).catch(() => undefined);
    return look;
  }

  const dropped = new FinalizationRegistry((name: string) => {
    if (looks.get(name)?.deref() === undefined) looks.delete(name);
  });

  return {
    async look(caller, id, mark) {
      if (closing.aborted) throw shuttingDown();
      const found = await services.pool.findSession(caller.actor, id);
      if (found.kind !== 'live') throw sessionGone(found.kind);
      const { handle, sequence } = found.head;
      const now = `${handle} ${sequence}`;
      return now === mark ? null : mutex.run(caller.actor, () => read(caller, id, now));
    },
  };
}

async function factsOf(body: string): Promise<Facts> {
  const facts = new Set<string>();
  let taken = 0;
  for (const fact of elements(members(body).get('facts') ?? '[]')) {
    facts.add(fact);
    taken += fact.length;
    if (taken < MOST_AT_ONCE) continue;
    taken = 0;
    await breathe();
  }
  return facts;
}

/** A fact as the message of a change has it. */
export function changeOf(kind: 'ASSERT' | 'RETRACT', fact: string): object {
  const parts = members(fact);
  return {
    change_type: `CHANGE_TYPE_${kind}`,
    template: JSON.parse(parts.get('template') ?? '""') as string,
    data_json: parts.get('data'),
  };
}
