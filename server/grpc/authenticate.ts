/** Who calls is known before anything of a message is read. */
import type { Metadata, ServerInterceptor } from '@grpc/grpc-js';
import { ServiceError } from '../errors.ts';
import { NOBODY, type Caller } from '../tokens/caller.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import type { Access } from '../service/http/authentication.ts';
import type { GrpcPackages } from './packages.ts';

export interface Authentication {
  readonly packages: GrpcPackages;
  readonly tokens: TokenSource;
  /** What a method, such as `/ferrule.v1.RuleService/Evaluate`, needs; one that is not listed needs a token. */
  readonly accessOf: (path: string) => Access;
  readonly isClosing: () => boolean;
  readonly refuse: (
    path: string,
    metadata: Metadata,
    caller: Caller | null,
    error: ServiceError,
  ) => {
    readonly code: number;
    readonly details: string;
    readonly metadata: Metadata;
  };
}

/** Callers of the calls under way, by the metadata that their handlers are given. */
export type Callers = WeakMap<Metadata, Caller>;

/** The caller of a token that may do what is asked. Throws ServiceError `unauthorized`. */
export async function admitted(header: string, access: Access, tokens: TokenSource): Promise<Caller> {
  if (access === 'open') return NOBODY;
  const caller = await tokens.authenticate(header);
  if (caller === null) throw new ServiceError('unauthorized', 'a valid bearer token is required');
  if (access !== 'any' && !caller.roles.has(access))
    throw new ServiceError('unauthorized', `the token lacks the role '${access}'`);
  return caller;
}

export function bearerOf(metadata: Metadata): string {
  return String(metadata.get('authorization')[0] ?? '');
}

export function authenticate(
  { packages: { grpc }, tokens, accessOf, isClosing, refuse }: Authentication,
  callers: Callers,
): ServerInterceptor {
  return ({ path }, call) => {
    const access = accessOf(path);
    const listener = new grpc.ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const admit = async (): Promise<void> => {
          if (isClosing() && access !== 'open')
            throw new ServiceError('shutting_down', 'the service is shutting down');
          callers.set(metadata, await admitted(bearerOf(metadata), access, tokens));
        };
        admit().then(
          () => next(metadata),
          (error: unknown) => {
            const refusal =
              error instanceof ServiceError
                ? error
                : new ServiceError('internal_error', 'the token could not be verified');
            call.sendStatus(refuse(path, metadata, null, refusal));
          },
        );
      })
      .build();
    const responder = new grpc.ResponderBuilder().withStart((next) => next(listener)).build();
    return new grpc.ServerInterceptingCall(call, responder);
  };
}
