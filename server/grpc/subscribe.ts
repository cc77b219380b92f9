/**
 * SubscribeChanges. The log of sessions tells that a session has changed, whichever server changed it; what has changed
 * is found by comparing its facts with those before. A fact that came and went between two looks is not told.
 */
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError, shuttingDown } from '../errors.ts';
import { parseJson, writeJson } from '../library/json.ts';
import { queryFacts } from '../service/routes/query-facts.ts';
import { sessionGone } from '../sessions/session-log.ts';
import type { Caller } from '../tokens/caller.ts';
import { admitted, bearerOf } from './authenticate.ts';
import { logCall, originOf, type CallOrigin, type GrpcContext } from './context.ts';
import type { Received } from './definitions.ts';
import { endStream, send } from './serve-stream.ts';
import { messageOf } from './serve-unary.ts';
import { CODE } from './status.ts';

type Stream = ServerWritableStream<Received, object>;
/** Facts of a session by their JSON text. */
type Facts = ReadonlyMap<string, { readonly template: string; readonly data_json: string }>;

const LOOK_MS = 100;
const MOST_SUBSCRIBERS = 1_000;

export const SUBSCRIBE = { name: 'SubscribeChanges', access: queryFacts.access } as const;

export function serveSubscribe(
  path: string,
  context: GrpcContext,
): handleServerStreamingCall<Received, object> {
  let subscribers = 0;

  async function follow(call: Stream, origin: CallOrigin): Promise<void> {
    const { session_id: id } = messageOf(call.request) as { readonly session_id: string };
    const { services, tokens, closing } = context;
    if (services.serving.kind === 'mounted')
      throw new ServiceError('sessions_unavailable', 'a server with a mounted engine has no sessions');
    let before: Facts | null = null;
    let seen = '';
    while (!call.cancelled) {
      if (closing.aborted) throw shuttingDown();
      // A token may have been taken away since.
      const caller = await admitted(bearerOf(origin.metadata), SUBSCRIBE.access, tokens);
      const found = await services.pool.findSession(caller.actor, id);
      if (found.kind !== 'live') throw sessionGone(found.kind);
      const { handle, sequence } = found.head;
      const now = `${handle} ${sequence}`;
      if (now !== seen) {
        const after = await factsOf(id, caller, context);
        // Headers tell the client that changes from here on are told.
        if (before === null) call.sendMetadata(context.newMetadata());
        else for (const change of changesOf(before, after)) await send(call, change);
        before = after;
        seen = now;
      }
      await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }

  return (call) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    const isFull = subscribers >= MOST_SUBSCRIBERS;
    subscribers++;
    const full = (): Promise<never> =>
      Promise.reject(new ServiceError('overloaded', `at most ${MOST_SUBSCRIBERS} subscriptions are held`));
    (isFull ? full() : follow(call, origin))
      .then(
        () => logCall(origin, CODE.OK, started, context),
        (error: unknown) => endStream(call, error, origin, started, context),
      )
      .finally(() => subscribers--);
  };
}

async function factsOf(id: string, caller: Caller, { services }: GrpcContext): Promise<Facts> {
  const { body } = await services.pool.submit({
    caller,
    origin: null,
    kind: 'list-facts',
    body: Buffer.from(JSON.stringify({ session_id: id })),
    context: null,
    session: id,
  });
  const { facts } = parseJson(body) as {
    readonly facts: readonly { readonly template: string; readonly data: object }[];
  };
  return new Map(
    facts.map(({ template, data }) => {
      const text = writeJson(data);
      return [`${template} ${text}`, { template, data_json: text }];
    }),
  );
}

function* changesOf(before: Facts, after: Facts): Generator<object> {
  for (const [key, fact] of before)
    if (!after.has(key)) yield { change_type: 'CHANGE_TYPE_RETRACT', ...fact };
  for (const [key, fact] of after) if (!before.has(key)) yield { change_type: 'CHANGE_TYPE_ASSERT', ...fact };
}
