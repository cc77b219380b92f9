/** SubscribeChanges: what changes in a session, as follow-session.ts finds it. */
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../library/errors.ts';
import { queryFacts } from '../endpoints/query-facts/route.ts';
import { admitted, bearerOf } from './authenticate.ts';
import { logCall, originOf, type CallOrigin, type GrpcContext } from './context.ts';
import type { Received } from './definitions.ts';
import { changeOf, createFollower, type Facts, type Look } from './follow-session.ts';
import { endStream, send } from './serve-stream.ts';
import { CODE } from './status.ts';

type Stream = ServerWritableStream<Received, object>;

const LOOK_MS = 100;

export const SUBSCRIBE = { name: 'SubscribeChanges', access: queryFacts.access } as const;

export function serveSubscribe(
  path: string,
  context: GrpcContext,
): handleServerStreamingCall<Received, object> {
  const follower = createFollower(context);

  async function follow(call: Stream, origin: CallOrigin): Promise<void> {
    const id = sessionOf(call.request);
    const { services, tokens, closing } = context;
    if (services.serving.kind === 'mounted')
      throw new ServiceError('sessions_unavailable', 'a server with a mounted engine has no sessions');
    let before: Look | null = null;
    while (!call.cancelled) {
      // A token may have been taken away since.
      const caller = await admitted(bearerOf(origin.metadata), SUBSCRIBE.access, tokens);
      const after = await follower.look(caller, id, before?.mark ?? '');
      if (after !== null) {
        // The headers mark the point from which the client receives changes.
        if (before === null) call.sendMetadata(context.newMetadata());
        else for (const change of changesOf(before.facts, after.facts)) await send(call, change);
        before = after;
      }
      await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }

  return (call) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    const serve = async (): Promise<void> => {
      const { quotas } = context.services;
      const release = quotas.acquire('subscriptions', { actor: origin.caller.actor, connection: null });
      try {
        await follow(call, origin);
      } finally {
        release();
      }
    };
    serve().then(
      () => logCall(origin, CODE.OK, started, context),
      (error: unknown) => endStream(call, error, origin, started, context),
    );
  };
}

/** @throws ServiceError */
function sessionOf(received: Received): string {
  if (received.kind === 'message') return received.message['session_id'] as string;
  const problem = received.kind === 'problem' ? received.problem : 'the message is too large';
  throw new ServiceError('invalid_request', problem);
}

function* changesOf(before: Facts, after: Facts): Generator<object> {
  for (const fact of before) if (!after.has(fact)) yield changeOf('RETRACT', fact);
  for (const fact of after) if (!before.has(fact)) yield changeOf('ASSERT', fact);
}
