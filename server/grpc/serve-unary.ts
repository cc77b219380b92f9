import type { handleUnaryCall } from '@grpc/grpc-js';
import {
  handleOf,
  logCall,
  originOf,
  refuseCall,
  routeCall,
  handleInTurn,
  type GrpcContext,
} from './context.ts';
import type { Received } from './definitions.ts';
import { bindRoute } from '../endpoints/route.ts';
import type { UnaryMethod } from './methods/table.ts';
import { CODE } from './status.ts';

/** Serves a method for a route. */
export function serveUnary(
  { name, route }: UnaryMethod,
  path: string,
  context: GrpcContext,
): handleUnaryCall<Received, object> {
  const handle = handleOf(bindRoute(route, context.services), path, context);
  return (call, callback) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    const serve = async (): Promise<object> => {
      const { messages } = context;
      const { actor } = origin.caller;
      const asked = await messages.read(name, call.request, actor);
      const onLeave = (left: () => void): void => void call.once('cancelled', left);
      const answered = await handleInTurn(
        handle,
        routeCall(origin, asked, onLeave, context),
        origin,
        context,
      );
      // It counts as held until the client has read it.
      context.calls.get(origin.metadata)?.hold?.forceBytes(answered.body.length);
      return messages.write(name, answered, actor);
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
