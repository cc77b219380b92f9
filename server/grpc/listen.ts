/** The port of gRPC: `ferrule.v1.RuleService`, Envoy's external authorization, health and reflection. */
import type { Server, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import type { Access } from '../service/http/authentication.ts';
import { readinessOf } from '../service/readiness.ts';
import type { Services } from '../service/services.ts';
import { ServiceError } from '../errors.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import { authenticate } from './authenticate.ts';
import { refuseCall, originOf, type GrpcContext } from './context.ts';
import { createCredentials } from './credentials.ts';
import { ENVOY_SERVICE, loadDefinitions, RULE_SERVICE, serviceOf } from './definitions.ts';
import { ENVOY_CHECK, serveEnvoyCheck } from './envoy-check.ts';
import { UNARY_METHODS } from './methods/table.ts';
import { loadGrpcPackages, type GrpcPackages } from './packages.ts';
import { EVALUATE_STREAM, serveEvaluateStream } from './serve-stream.ts';
import { serveUnary } from './serve-unary.ts';
import { createStatusWriter } from './status.ts';
import { serveSubscribe, SUBSCRIBE } from './subscribe.ts';

export interface GrpcListener {
  /** Such as `127.0.0.1:50051`. */
  readonly address: string;
  /** Reads the certificates again. */
  readonly reread: () => void;
  /** Takes no more calls, and ends streams. Resolves when the calls under way have their answer. */
  readonly drain: () => Promise<void>;
  /** Cuts what is left. */
  readonly close: () => void;
}

const HEALTH_SERVICE = 'grpc.health.v1.Health';
const HEALTH_MS = 1_000;
/** What a message may be larger than the JSON that is made of it, and the other way round. */
const SLACK_BYTES = 65_536;

/** Null when there is to be no such port. Throws ServiceError when packages are missing or the port cannot be had. */
export async function listenForGrpc(
  services: Services,
  tokens: TokenSource,
  isClosing: () => boolean,
): Promise<GrpcListener | null> {
  const { grpcPort, host, access, maxBodyBytes, maxReloadBytes, maxQueue } = services.configuration;
  if (grpcPort === null) return null;
  const packages = await loadGrpcPackages();
  const definitions = loadDefinitions(packages);
  const ending = new AbortController();
  const context: GrpcContext = {
    services,
    tokens,
    callers: new WeakMap(),
    writeStatus: createStatusWriter(packages, definitions),
    newMetadata: () => new packages.grpc.Metadata(),
    closing: ending.signal,
  };
  const refuse = (
    path: string,
    metadata: Parameters<typeof originOf>[1],
    _caller: unknown,
    error: ServiceError,
  ) => refuseCall(error, originOf(path, metadata, context), context);
  const interceptor = authenticate({ packages, tokens, accessOf, isClosing, refuse }, context.callers);
  const server = new packages.grpc.Server({
    interceptors: [interceptor],
    'grpc.max_receive_message_length': Math.max(maxBodyBytes, maxReloadBytes) + SLACK_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': maxQueue,
  });
  addServices(server, definitions, context);
  const stopHealth = addHealth(server, packages, services, isClosing);
  new packages.reflection.ReflectionService(definitions).addToServer(server);
  const { credentials, reread } = createCredentials(packages, access.tls);
  const bound = await bind(server, `${host.includes(':') ? `[${host}]` : host}:${grpcPort}`, credentials);
  return {
    address: `${host}:${bound}`,
    reread: () => reread(services.log),
    async drain() {
      stopHealth();
      ending.abort();
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
    close: () => server.forceShutdown(),
  };
}

/** THE table of what every method needs; those that are not in it need some token. */
const ACCESS: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...[
    ...UNARY_METHODS.map(({ name, route }) => ({ name, access: route.access })),
    EVALUATE_STREAM,
    SUBSCRIBE,
  ].map(({ name, access }): [string, Access] => [`/${RULE_SERVICE}/${name}`, access]),
  [`/${ENVOY_SERVICE}/${ENVOY_CHECK.name}`, ENVOY_CHECK.access],
  ...['Check', 'Watch', 'List'].map((name): [string, Access] => [`/${HEALTH_SERVICE}/${name}`, 'open']),
]);

function accessOf(path: string): Access {
  return ACCESS.get(path) ?? 'any';
}

function addServices(server: Server, definitions: PackageDefinition, context: GrpcContext): void {
  const rules: UntypedServiceImplementation = {};
  const pathOf = (name: string): string => `/${RULE_SERVICE}/${name}`;
  for (const method of UNARY_METHODS)
    rules[method.name] = serveUnary(method, pathOf(method.name), context) as never;
  rules[EVALUATE_STREAM.name] = serveEvaluateStream(pathOf(EVALUATE_STREAM.name), context) as never;
  rules[SUBSCRIBE.name] = serveSubscribe(pathOf(SUBSCRIBE.name), context) as never;
  server.addService(serviceOf(definitions, RULE_SERVICE), rules);
  const check = serveEnvoyCheck(`/${ENVOY_SERVICE}/${ENVOY_CHECK.name}`, context);
  server.addService(serviceOf(definitions, ENVOY_SERVICE), { [ENVOY_CHECK.name]: check as never });
}

/** Health as /readyz tells it, looked at again and again. Answers what ends that: from then on nothing serves. */
function addHealth(
  server: Server,
  { health }: GrpcPackages,
  services: Services,
  isClosing: () => boolean,
): () => void {
  const names = ['', RULE_SERVICE, ENVOY_SERVICE];
  const implementation = new health.HealthImplementation(
    Object.fromEntries(names.map((name) => [name, 'SERVING' as const])),
  );
  implementation.addToServer(server);
  const tell = (isServing: boolean): void => {
    for (const name of names) implementation.setStatus(name, isServing ? 'SERVING' : 'NOT_SERVING');
  };
  const look = async (): Promise<void> => {
    const { ready } = await readinessOf(services);
    tell(ready && !isClosing());
  };
  const timer = setInterval(() => void look(), HEALTH_MS).unref();
  return () => {
    clearInterval(timer);
    tell(false);
  };
}

function bind(
  server: Server,
  address: string,
  credentials: Parameters<Server['bindAsync']>[1],
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => {
      if (error === null) resolve(port);
      else reject(new ServiceError('invalid_request', `SERVICE_GRPC_PORT: cannot listen on ${address}`));
    });
  });
}
