/** The port of gRPC: `ferrule.v1.RuleService`, Envoy's external authorization, health and reflection. */
import { setMaxListeners } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Server, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import type { Access } from '../tokens/access.ts';
import type { Metric } from '../metrics/exposition.ts';
import type { BodyLimits } from '../requests/body-cap.ts';
import type { TlsFiles } from '../settings/read-access.ts';
import { readinessOf, type HasChecks } from '../readiness.ts';
import { ServiceError } from '../../library/errors.ts';
import { createConnections, type Connections } from '../quotas/connections.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import { authenticate } from './authenticate.ts';
import { refuseCall, originOf, type GrpcContext, type GrpcPort } from './context.ts';
import { createConnectionLimits } from './connection-limits.ts';
import { createCredentials } from './credentials.ts';
import { ENVOY_SERVICE, loadDefinitions, RULE_SERVICE, serviceOf } from './definitions.ts';
import { ENVOY_CHECK, envoyDenial, serveEnvoyCheck } from './envoy-check.ts';
import { UNARY_METHODS } from './methods/table.ts';
import { createMessages } from './messages/messages.ts';
import { createOpenCalls } from './open-calls.ts';
import { paceStreams } from './paced-streams.ts';
import { loadGrpcPackages, type GrpcPackages } from './packages.ts';
import { EVALUATE_STREAM, serveEvaluateStream } from './serve-stream.ts';
import { serveUnary } from './serve-unary.ts';
import { createStatusWriter } from './status.ts';
import { serveSubscribe, SUBSCRIBE } from './subscribe.ts';
import { createTurns } from './turns.ts';

/** Parts of the service for listening, beside those for calls. */
type ListenPort = GrpcPort &
  HasChecks & {
    readonly configuration: {
      /** Null for no such port. */
      readonly grpcPort: number | null;
      readonly host: string;
      readonly access: { readonly tls: TlsFiles | null };
      readonly maxConnections: number;
      readonly maxConnectionRequests: number;
      readonly maxConnectionResets: number;
      readonly requestTimeoutMs: number;
    };
    readonly metrics: { readonly include: (source: () => readonly Metric[]) => void };
  };

interface GrpcListener {
  /** Such as `127.0.0.1:50051`. */
  readonly address: string;
  /** Reads the certificates again. */
  readonly reread: () => void;
  /** Accepts no more calls, and ends streams. Resolves when calls in flight have their responses. */
  readonly drain: () => Promise<void>;
  /** Cuts what is left. */
  readonly close: () => void;
}

const HEALTH_SERVICE = 'grpc.health.v1.Health';
const HEALTH_MS = 1_000;
/** Time to read or write one large message. */
const MESSAGE_MS = 5_000;
/** Maximum size ratio between a message and its JSON. */
const SLACK_BYTES = 65_536;

/** Null when there is to be no such port. Throws ServiceError when packages are missing or the port cannot be had. */
export async function listenForGrpc(
  services: ListenPort,
  tokens: TokenSource,
  isClosing: () => boolean,
): Promise<GrpcListener | null> {
  const {
    grpcPort,
    host,
    access,
    maxConnections,
    maxConnectionRequests,
    maxConnectionResets,
    requestTimeoutMs,
  } = services.configuration;
  if (grpcPort === null) return null;
  const packages = await loadGrpcPackages();
  const { quotas } = services;
  const connections = createConnections(maxConnections);
  const definitions = loadDefinitions(packages);
  const ending = new AbortController();
  const messages = createMessages(MESSAGE_MS, services.log);
  // Every stream listens to it.
  setMaxListeners(0, ending.signal);
  const context: GrpcContext = {
    services,
    tokens,
    calls: new WeakMap(),
    messages,
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
  const turns = createTurns();
  const interceptor = authenticate(
    {
      packages,
      turns,
      tokens,
      quotas,
      connections,
      openCalls: createOpenCalls(quotas),
      accessOf,
      mostBytesOf: (path) => mostBytesOf(path, services),
      deadlineMs: requestTimeoutMs,
      isClosing,
      denialOf: (path, error) => (path === CHECK_PATH ? envoyDenial(error) : null),
      refuse,
    },
    context.calls,
  );
  const server = new packages.grpc.Server({
    interceptors: [interceptor],
    'grpc.max_receive_message_length': mostBytesOf(RELOAD_PATH, services),
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': maxConnectionRequests,
    // Nothing reads it, and it costs each call.
    'grpc.enable_channelz': 0,
  });
  addServices(server, definitions, context);
  const stopHealth = addHealth(server, packages, services, isClosing);
  new packages.reflection.ReflectionService(definitions).addToServer(server);
  const { credentials, reread } = createCredentials(packages, access.tls);
  const injector = server.createConnectionInjector(credentials);
  const limits = createConnectionLimits(maxConnectionResets, services.log);
  services.metrics.include(limits.metrics);
  paceStreams(server, turns, limits.watch);
  const port = await openPort(injector, connections, host, grpcPort);
  return {
    address: `${host}:${port.number}`,
    reread: () => reread(services.log),
    async drain() {
      stopHealth();
      ending.abort();
      port.close();
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    },
    close: () => {
      void messages.close();
      server.forceShutdown();
      port.cut();
    },
  };
}

const RELOAD_PATH = `/${RULE_SERVICE}/Reload`;
const CHECK_PATH = `/${ENVOY_SERVICE}/${ENVOY_CHECK.name}`;
/** Bytes of the largest message of methods that need no more. Envoy cuts the body of a request at its own limit. */
const SMALLER: ReadonlyMap<string, number> = new Map([
  [CHECK_PATH, 1_048_576],
  [`/${RULE_SERVICE}/EnqueueRun`, 262_144],
  ...['GetRun', 'ListRuns', 'SubscribeChanges'].map((name): [string, number] => [
    `/${RULE_SERVICE}/${name}`,
    0,
  ]),
]);

/** Bytes of the largest message of a method. */
function mostBytesOf(
  path: string,
  { configuration: { maxBodyBytes, maxReloadBytes } }: { readonly configuration: BodyLimits },
): number {
  if (path === RELOAD_PATH) return Math.max(maxBodyBytes, maxReloadBytes) + SLACK_BYTES;
  const smaller = SMALLER.get(path);
  if (smaller !== undefined) return Math.min(maxBodyBytes, smaller) + SLACK_BYTES;
  return path.startsWith(`/${RULE_SERVICE}/`) ? maxBodyBytes + SLACK_BYTES : SLACK_BYTES;
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
  const check = serveEnvoyCheck(CHECK_PATH, context);
  server.addService(serviceOf(definitions, ENVOY_SERVICE), { [ENVOY_CHECK.name]: check as never });
}

/** Health as in /readyz, polled. Returns the function that ends the polling: from then on the status is not serving. */
function addHealth(
  server: Server,
  { health }: GrpcPackages,
  services: HasChecks,
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

interface OpenPort {
  readonly number: number;
  /** Accepts no more connections. */
  readonly close: () => void;
  /** Cuts the connections that are left. */
  readonly cut: () => void;
}

type Injector = ReturnType<Server['createConnectionInjector']>;

/** Listens with a socket of its own, where connections are counted before the library has them. */
function openPort(
  injector: Injector,
  connections: Connections,
  host: string,
  wanted: number,
): Promise<OpenPort> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    connections.add(socket);
    if (socket.destroyed) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // Also of one that ends before the library listens.
    socket.on('error', () => socket.destroy());
    injector.injectConnection(socket);
  });
  return new Promise((resolve, reject) => {
    listener.once('error', () =>
      reject(new ServiceError('invalid_request', `SERVICE_GRPC_PORT: cannot listen on ${host}:${wanted}`)),
    );
    listener.listen({ host, port: wanted }, () => {
      const { port } = listener.address() as AddressInfo;
      resolve({
        number: port,
        close: () => void listener.close(),
        cut: () => sockets.forEach((socket) => socket.destroy()),
      });
    });
  });
}
