/** A client of gRPC that is not ours: grpc-js with the .proto files as they ship. */
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import * as loader from '@grpc/proto-loader';
import { startTestService, TOKEN, type TestService } from '../support/service.ts';

export type Message = Record<string, unknown>;

export interface Refused {
  readonly code: number;
  readonly details: string;
  readonly metadata: grpc.Metadata;
}

const FOLDER = join(import.meta.dirname, '../../../proto');
const definitions = loader.loadSync(
  [
    'ferrule/v1/rule_service.proto',
    'envoy/service/auth/v3/external_auth.proto',
    'google/rpc/status.proto',
  ].map((file) => join(FOLDER, file)),
  { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true, includeDirs: [FOLDER] },
);

export interface TestClient {
  /** Returns the response of a unary method; rejects with the status of a refusal. */
  readonly call: (
    method: string,
    request: object,
    options?: { readonly token?: string | null; readonly deadline?: number },
  ) => Promise<Message>;
  readonly stream: (method: string, token?: string) => grpc.ClientDuplexStream<object, Message>;
  readonly follow: (method: string, request: object, token?: string) => grpc.ClientReadableStream<Message>;
  /** Sends these bytes as the request. */
  readonly raw: (method: string, bytes: Buffer) => Promise<Buffer>;
  readonly close: () => void;
}

export function metadataOf(token: string | null, more: Readonly<Record<string, string>> = {}): grpc.Metadata {
  const metadata = new grpc.Metadata();
  if (token !== null) metadata.set('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(more)) metadata.set(name, value);
  return metadata;
}

/** A client. Those of one address would share a connection, so each has its own. */
export function connect(
  address: string,
  service = 'ferrule.v1.RuleService',
  credentials = grpc.credentials.createInsecure(),
): TestClient {
  const definition = definitions[service] as grpc.ServiceDefinition;
  const client = new grpc.Client(address, credentials, {
    'grpc.max_receive_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
  const methodOf = (name: string): grpc.MethodDefinition<object, Message> => {
    const method = definition[name];
    if (method === undefined) throw new Error(`no method ${name}`);
    return method as grpc.MethodDefinition<object, Message>;
  };
  return {
    call: (name, request, { token = TOKEN, deadline } = {}) =>
      new Promise((resolve, reject) => {
        const { path, requestSerialize, responseDeserialize } = methodOf(name);
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadataOf(token),
          deadline === undefined ? {} : { deadline: Date.now() + deadline },
          (error, answer) => (error === null ? resolve(answer ?? {}) : reject(error)),
        );
      }),
    stream(name, token = TOKEN) {
      const { path, requestSerialize, responseDeserialize } = methodOf(name);
      return client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadataOf(token));
    },
    follow(name, request, token = TOKEN) {
      const { path, requestSerialize, responseDeserialize } = methodOf(name);
      return client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadataOf(token),
      );
    },
    raw: (name, bytes) =>
      new Promise((resolve, reject) => {
        const pass = (value: Buffer): Buffer => value;
        client.makeUnaryRequest(
          methodOf(name).path,
          pass,
          pass,
          bytes,
          metadataOf(TOKEN),
          {},
          (error, answer) => (error === null ? resolve(answer ?? Buffer.alloc(0)) : reject(error)),
        );
      }),
    close: () => client.close(),
  };
}

export interface GrpcService extends TestService {
  readonly address: string;
}

export async function startGrpc(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
  mount: string | null = null,
): Promise<GrpcService> {
  const service = await startTestService(files, { SERVICE_GRPC_PORT: '0', ...settings }, mount);
  if (service.grpcAddress === null) throw new Error('no port of gRPC');
  return { ...service, address: service.grpcAddress };
}

/** Status that a call was refused with. */
export async function refusal(call: Promise<unknown>): Promise<Refused> {
  try {
    await call;
  } catch (error) {
    return error as Refused;
  }
  throw new Error('it was not refused');
}

interface Info {
  readonly deserialize: (bytes: Buffer) => Message;
}

/** The google.rpc.ErrorInfo of a refusal. */
export function infoOf({ metadata }: Refused): Message {
  const [bytes] = metadata.get('grpc-status-details-bin');
  const status = (definitions['google.rpc.Status'] as unknown as Info).deserialize(bytes as Buffer);
  const [detail] = status['details'] as readonly { readonly type_url: string; readonly value: Buffer }[];
  if (detail?.type_url !== 'type.googleapis.com/google.rpc.ErrorInfo') throw new Error('no ErrorInfo');
  return (definitions['google.rpc.ErrorInfo'] as unknown as Info).deserialize(detail.value);
}

export const POLICY = `
templates:
  - name: request
    slots:
      - { name: who, type: string, required: true }
      - { name: size, type: integer, default: 0 }
  - name: seen
    slots: [{ name: what, type: string, required: true }, { name: n, type: integer }]
input:
  - { template: request, slots: { who: $.who } }
ruleset: door
rules:
  - name: known
    when: [{ template: request, conditions: [{ slot: who, expression: equals(alice) }] }]
    then:
      action: allow
      reason: alice is known
      metadata: { code: known }
      obligations: [{ type: log, properties: { to: ops } }]
  - name: tainted
    when: [{ template: request }, { template: seen }]
    then: { action: deny, reason: something was seen }
`;
