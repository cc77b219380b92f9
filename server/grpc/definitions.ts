/** The services as their .proto files describe them. */
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { MethodDefinition as ProtoMethod, PackageDefinition } from '@grpc/proto-loader';
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import type { GrpcPackages } from './packages.ts';
import { createUtf8Check } from './utf8.ts';

export const RULE_SERVICE = 'ferrule.v1.RuleService';
export const ENVOY_SERVICE = 'envoy.service.auth.v3.Authorization';

export type Message = Readonly<Record<string, unknown>>;

/** A message as it came in. What cannot be read is refused by who serves it, with a status of its own. */
export type Received =
  { readonly ok: true; readonly message: Message } | { readonly ok: false; readonly problem: string };

const FILES = [
  'ferrule/v1/rule_service.proto',
  'envoy/service/auth/v3/external_auth.proto',
  'google/rpc/status.proto',
];

/** Names as the files write them, 64-bit integers as texts, what is absent left out or at its default. */
const OPTIONS = { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true } as const;

export function loadDefinitions({ loader }: GrpcPackages): PackageDefinition {
  const folder = join(packageRoot(), 'proto');
  return loader.loadSync(
    FILES.map((file) => join(folder, file)),
    { ...OPTIONS, includeDirs: [folder] },
  );
}

/** A service whose requests are `Received`. */
export function serviceOf(definitions: PackageDefinition, name: string): ServiceDefinition {
  const service = definitions[name] as ServiceDefinition;
  const problemOf = createUtf8Check(definitions);
  const strict = (method: MethodDefinition<object, object>): MethodDefinition<Received, object> => {
    const { requestType } = method as Partial<ProtoMethod<object, object>>;
    const { type } = requestType as { readonly type: { readonly name: string } };
    const full = `${name.slice(0, name.lastIndexOf('.'))}.${type.name}`;
    return {
      ...method,
      // Only clients write requests.
      requestSerialize: () => Buffer.alloc(0),
      requestDeserialize(bytes) {
        try {
          const problem = problemOf(full, bytes);
          if (problem !== null) return { ok: false, problem };
          return { ok: true, message: method.requestDeserialize(bytes) as Message };
        } catch {
          return { ok: false, problem: 'the message is not of this method' };
        }
      },
    };
  };
  return Object.fromEntries(
    Object.entries(service).map(([key, method]) => [key, strict(method as MethodDefinition<object, object>)]),
  );
}
