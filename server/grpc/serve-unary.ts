import type { handleUnaryCall } from '@grpc/grpc-js';
import { ServiceError } from '../errors.ts';
import { handleOf, logCall, originOf, refuseCall, routeCall, type GrpcContext } from './context.ts';
import type { Received } from './definitions.ts';
import type { UnaryMethod } from './method.ts';
import { CODE } from './status.ts';

/** Serves a method that stands for a route. */
export function serveUnary(
  { ask, tell, route }: UnaryMethod,
  path: string,
  context: GrpcContext,
): handleUnaryCall<Received, object> {
  const handle = handleOf(route, path, context);
  return (call, callback) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    const serve = async (): Promise<object> => {
      const asked = ask(messageOf(call.request));
      const onLeave = (left: () => void): void => void call.once('cancelled', left);
      return tell(await handle(routeCall(origin, asked, onLeave, context), context.services));
    };
    serve().then(
      (answer) => {
        callback(null, answer);
        logCall(origin, CODE.OK, started, context);
      },
      (error: unknown) => {
        const status = refuseCall(error, origin, context);
        callback(status);
        logCall(origin, status.code, started, context);
      },
    );
  };
}

/** The message that came in. Throws ServiceError for what is none. */
export function messageOf(received: Received): Readonly<Record<string, unknown>> {
  if (received.ok) return received.message;
  throw new ServiceError('invalid_request', received.problem);
}
