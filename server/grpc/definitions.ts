/** The services as their .proto files describe them. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition as ProtoMethod, PackageDefinition } from '@grpc/proto-loader';
import { join } from 'node:path';
import { packageRoot } from '../../library/node/package-root.ts';
import type { GrpcPackages } from './packages.ts';
import { createUtf8Check, TOO_MANY_FIELDS } from './utf8.ts';

export const RULE_SERVICE = 'ferrule.v1.RuleService';
export const ENVOY_SERVICE = 'envoy.service.auth.v3.Authorization';

export type Message = Readonly<Record<string, unknown>>;

/** A message as it came in. What cannot be read is refused by its handler, with a status of its own. */
export type Received =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'problem'; readonly problem: string }
  /** Too large to be read on this thread. */
  | { readonly kind: 'large'; readonly raw: Buffer };

/** A message before it is read: many may come at once, and reading them takes time. */
export interface Unread {
  /** Bytes of the message, not compressed. */
  readonly bytes: number;
  readonly read: () => Received;
}

/** A response that is written already. */
export interface Encoded {
  readonly encoded: Buffer;
}

/** Bytes from which on a message is read, or a response is written, by another thread. */
export const LARGE_BYTES = 32_768;
/** Fields from which on a message is read by another thread, however short it is. */
const LARGE_FIELDS = 2_000;

const FILES = [
  'ferrule/v1/rule_service.proto',
  'envoy/service/auth/v3/external_auth.proto',
  'google/rpc/status.proto',
];

/** Names as the files write them, 64-bit integers as texts, what is absent left out or at its default. */
const OPTIONS = { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true } as const;

export function loadDefinitions({ loader }: Pick<GrpcPackages, 'loader'>): PackageDefinition {
  const folder = join(packageRoot(), 'proto');
  return loader.loadSync(
    FILES.map((file) => join(folder, file)),
    { ...OPTIONS, includeDirs: [folder] },
  );
}

export type ReceivedWhole = Exclude<Received, { readonly kind: 'large' }>;

/** Reads a message of a method; `null` for one with more fields than are to be read here. */
export type ReadMessage = (bytes: Buffer, mostFields?: number) => ReceivedWhole | null;

type Method = MethodDefinition<object, object>;

/** Names of methods with what reads their requests, whatever their size. */
export function readersOf(definitions: PackageDefinition, service: string): ReadonlyMap<string, ReadMessage> {
  const problemOf = createUtf8Check(definitions);
  const reader = (method: Method): ReadMessage => {
    const { requestType } = method as Partial<ProtoMethod<object, object>>;
    const { type } = requestType as { readonly type: { readonly name: string } };
    const full = `${service.slice(0, service.lastIndexOf('.'))}.${type.name}`;
    return (raw, mostFields) => {
      try {
        const problem = problemOf(full, raw, mostFields);
        if (problem === TOO_MANY_FIELDS) return null;
        if (problem !== null) return { kind: 'problem', problem };
        return { kind: 'message', message: method.requestDeserialize(raw) as Message };
      } catch {
        return { kind: 'problem', problem: 'the message is not valid for this method' };
      }
    };
  };
  const methods = Object.entries(definitions[service] as ServiceDefinition);
  return new Map(methods.map(([name, method]) => [name, reader(method as Method)]));
}

/** A service whose requests are `Unread`, and whose responses may be `Encoded`. */
export function serviceOf(definitions: PackageDefinition, name: string): ServiceDefinition {
  const service = definitions[name] as ServiceDefinition;
  const readers = readersOf(definitions, name);
  const read = (key: string, raw: Buffer): Received => {
    const whole = raw.length > LARGE_BYTES ? null : readers.get(key)!(raw, LARGE_FIELDS);
    return whole ?? { kind: 'large', raw };
  };
  const strict = (key: string, method: Method): MethodDefinition<Unread, object> => ({
    ...method,
    // Only clients write requests.
    requestSerialize: () => Buffer.alloc(0),
    requestDeserialize: (raw) => ({ bytes: raw.length, read: () => read(key, raw) }),
    responseSerialize: (response) =>
      isEncoded(response) ? response.encoded : method.responseSerialize(response),
  });
  return Object.fromEntries(
    Object.entries(service).map(([key, method]) => [key, strict(key, method as Method)]),
  );
}

function isEncoded(response: object): response is Encoded {
  return 'encoded' in response && Buffer.isBuffer(response.encoded);
}
