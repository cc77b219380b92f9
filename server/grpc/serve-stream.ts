/** EvaluateStream: requests are decided in their order, each on its own. */
import { once, type EventEmitter } from 'node:events';
import type { handleBidiStreamingCall, ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import { ServiceError, shuttingDown } from '../../library/errors.ts';
import { evaluate as route } from '../endpoints/evaluate/route.ts';
import { bindRoute } from '../endpoints/route.ts';
import { admitted, bearerOf } from './authenticate.ts';
import {
  handleOf,
  logCall,
  originOf,
  refuseCall,
  routeCall,
  handleInTurn,
  type CallOrigin,
  type GrpcContext,
} from './context.ts';
import type { Received } from './definitions.ts';
import type { Asked } from './messages/codec.ts';
import { CODE } from './status.ts';

type Stream = ServerDuplexStream<Received, object>;
/** Sink of a response stream. */
type Outgoing = Stream | ServerWritableStream<Received, object>;

export const EVALUATE_STREAM = { name: 'EvaluateStream', access: route.access } as const;

export function serveEvaluateStream(
  path: string,
  context: GrpcContext,
): handleBidiStreamingCall<Received, object> {
  const handle = handleOf(bindRoute(route, context.services), path, context);

  async function decide(item: Asked, origin: CallOrigin, call: Stream): Promise<object> {
    const { id = '', refusal } = item;
    try {
      if (refusal !== undefined) throw new ServiceError(refusal.code, refusal.detail, refusal.field);
      const onLeave = (left: () => void): void => void call.once('cancelled', left);
      const answered = await handleInTurn(handle, routeCall(origin, item, onLeave, context), origin, context);
      return await context.messages.write(EVALUATE_STREAM.name, answered, origin.caller.actor, id);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refuseCall(error, origin, context);
      const { code, message: detail, field } = error;
      return { id, refusal: { code, detail, ...(field === null ? {} : { field }) } };
    }
  }

  async function serve(call: Stream, origin: CallOrigin): Promise<void> {
    const { closing, tokens } = context;
    const ending = new Promise<never>((_, reject) => {
      if (closing.aborted) reject(shuttingDown());
      const end = (): void => reject(shuttingDown());
      closing.addEventListener('abort', end, { once: true });
      call.once('close', () => closing.removeEventListener('abort', end));
    });
    ending.catch(() => undefined);
    // Destroyed at its end it could not send its status.
    const items = call.iterator({ destroyOnReturn: false });
    for (;;) {
      const { value: received, done } = (await Promise.race([
        items.next(),
        ending,
      ])) as IteratorResult<Received>;
      if (done === true) return;
      const item = await context.messages.read(EVALUATE_STREAM.name, received, origin.caller.actor);
      // A token may have been taken away since.
      const caller = await admitted(bearerOf(origin.metadata), route.access, tokens);
      await send(call, await decide(item, { ...origin, caller }, call));
      context.calls.get(origin.metadata)?.done();
    }
  }

  return (call) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    serve(call, origin).then(
      () => {
        call.end();
        logCall(origin, CODE.OK, started, context);
      },
      (error: unknown) => endStream(call, error, origin, started, context),
    );
  };
}

/** Writes, and waits while the client reads slowly. */
export async function send(call: Outgoing, message: object): Promise<void> {
  if (call.write(message) || call.cancelled) return;
  const left = new AbortController();
  const leave = (): void => left.abort();
  const stream: EventEmitter = call;
  stream.once('cancelled', leave);
  await once(stream, 'drain', { signal: left.signal }).catch(() => undefined);
  stream.off('cancelled', leave);
}

/** Ends a stream with the status of its error; unread if the client has left. */
export function endStream(
  call: Outgoing,
  error: unknown,
  origin: CallOrigin,
  started: number,
  context: GrpcContext,
): void {
  if (call.cancelled) return;
  const status = refuseCall(error, origin, context);
  call.emit('error', status);
  logCall(origin, status.code, started, context);
}
