/**
 * `envoy.service.auth.v3.Authorization/Check`. Who may call gets an answer always: a status of gRPC would leave it to
 * Envoy's `failure_mode_allow` whether the request goes on.
 */
import type { handleUnaryCall } from '@grpc/grpc-js';
import { decideEnvoy, deniedFor, type EnvoyVerdict } from '../envoy/decide.ts';
import type { ServiceError } from '../../library/errors.ts';
import { answer } from '../requests/answer.ts';
import { evaluate } from '../endpoints/evaluate/route.ts';
import { handleOf, logCall, originOf, refuseCall, routeCall, turnOf, type GrpcContext } from './context.ts';
import type { Received } from './definitions.ts';
import { checkOf } from './messages/check.ts';
import { CODE, statusName } from './status.ts';

export const ENVOY_CHECK = { name: 'Check', access: 'evaluate' } as const;

export function serveEnvoyCheck(path: string, context: GrpcContext): handleUnaryCall<Received, object> {
  const { services } = context;
  return (call, callback) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    let verdict: EnvoyVerdict | null = null;
    const handle = handleOf(
      {
        ...evaluate,
        handle: async ({ caller, origin: from }) => {
          const asked = await context.messages.read(ENVOY_CHECK.name, call.request, caller.actor);
          const { request, body } = checkOf(asked, origin.id);
          verdict = await decideEnvoy({ request, body, gzip: false, caller, origin: from }, services);
          return answer(JSON.stringify({ decision: verdict.verdict }));
        },
      },
      path,
      context,
    );
    const serve = async (): Promise<EnvoyVerdict> => {
      await handle(routeCall(origin, {}, () => undefined, context));
      if (verdict === null) throw new Error('the handler decides');
      return verdict;
    };
    serve()
      .catch((error: unknown) => deniedFor(error))
      .finally(() => turnOf(origin, context))
      .then((decided) => {
        if (decided.error !== null) refuseCall(decided.error, origin, context);
        callback(null, responseOf(decided));
        logCall(origin, CODE.OK, started, context);
      }, callback);
  };
}

/** The answer to a check that is refused before its message is read: a denial, see above. */
export function envoyDenial(error: ServiceError): object {
  return responseOf(deniedFor(error));
}

const OVERWRITE = 'OVERWRITE_IF_EXISTS_OR_ADD';

function options(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(headers).map(([key, value]) => ({
    header: { key, value },
    append_action: OVERWRITE,
  }));
}

function responseOf({ verdict, status, body, headers, response, error }: EnvoyVerdict): object {
  if (verdict === 'allow')
    return {
      status: { code: CODE.OK },
      ok_response: { headers: options(headers), response_headers_to_add: options(response) },
    };
  const code = error === null ? CODE.PERMISSION_DENIED : CODE[statusName(error.code)];
  return {
    // Anything but OK denies, whatever Envoy's failure mode is.
    status: { code: code === CODE.OK ? CODE.PERMISSION_DENIED : code, message: verdict },
    denied_response: { status: { code: status }, headers: options(headers), body },
  };
}
