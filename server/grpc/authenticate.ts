/** The caller and the limits of a call are known before a message is read. */
import type { ServerHttp2Stream } from 'node:http2';
import type { Metadata, ServerInterceptingCallInterface, ServerInterceptor } from '@grpc/grpc-js';
import { ServiceError } from '../../library/errors.ts';
import type { Connections } from '../quotas/connections.ts';
import { RequestHold } from '../quotas/request-hold.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { NOBODY, type Caller } from '../tokens/caller.ts';
import { lackingRole } from '../tokens/lacking-role.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import type { Access } from '../tokens/access.ts';
import type { Unread } from './definitions.ts';
import { watchIntake, type Intake } from './intake.ts';
import type { OpenCalls } from './open-calls.ts';
import type { GrpcPackages } from './packages.ts';
import type { Turns } from './turns.ts';

interface Authentication {
  readonly packages: GrpcPackages;
  readonly turns: Turns;
  readonly tokens: TokenSource;
  readonly quotas: Quotas;
  readonly connections: Connections;
  readonly openCalls: OpenCalls;
  /** Permission that a method, such as `/ferrule.v1.RuleService/Evaluate`, needs; unlisted ones need a token. */
  readonly accessOf: (path: string) => Access;
  /** Bytes of the largest message of a method. */
  readonly mostBytesOf: (path: string) => number;
  /** Time for a message to arrive whole, in milliseconds. */
  readonly deadlineMs: number;
  readonly isClosing: () => boolean;
  /** The refusing response of a method whose refusals are not statuses; `null` for all others. */
  readonly denialOf: (path: string, error: ServiceError) => object | null;
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

/** A call that was admitted. */
interface AdmittedCall {
  readonly caller: Caller;
  /** `null` without a token. */
  readonly hold: RequestHold | null;
  /** The handler is done with the oldest message that it took. */
  readonly done: () => void;
  /** Resolves in the turn in which a response of its connection may be written. A thousand can be ready at once. */
  readonly turn: () => Promise<void>;
}

/** Calls under way, by the metadata that their handlers are given. */
export type Calls = WeakMap<Metadata, AdmittedCall>;

/** Messages of calls without a token say next to nothing, and come at once. */
const OPEN_BYTES = 4_096;
const OPEN_MS = 5_000;
/** A call that was refused is closed after this long. */
const REFUSED_MS = 1_000;

/** The caller of a token with the needed role. Throws ServiceError `unauthorized`, `forbidden`. */
export async function admitted(header: string, access: Access, tokens: TokenSource): Promise<Caller> {
  if (access === 'open') return NOBODY;
  const caller = await tokens.authenticate(header);
  if (caller === null) throw new ServiceError('unauthorized', 'a valid bearer token is required');
  const refusal = access === 'any' ? null : lackingRole(caller, access);
  if (refusal !== null) throw refusal;
  return caller;
}

export function bearerOf(metadata: Metadata): string {
  return String(metadata.get('authorization')[0] ?? '');
}

export function authenticate(
  {
    packages: { grpc },
    turns,
    tokens,
    quotas,
    connections,
    openCalls,
    accessOf,
    mostBytesOf,
    deadlineMs,
    isClosing,
    denialOf,
    refuse,
  }: Authentication,
  calls: Calls,
): ServerInterceptor {
  return ({ path, requestStream }, call) => {
    const access = accessOf(path);
    const isOpen = access === 'open';
    const connection = connections.from(call.getPeer());
    const stream = streamOf(call);
    let intake: Intake | null = null;

    /** False: the call is refused. */
    async function admit(metadata: Metadata): Promise<boolean> {
      if (isClosing() && !isOpen) throw new ServiceError('shutting_down', 'the service is shutting down');
      const caller = await admitted(bearerOf(metadata), access, tokens);
      const end = (error: ServiceError): void => {
        const status = refuse(path, metadata, caller, error);
        const denial = denialOf(path, error);
        if (denial === null) call.sendStatus(status);
        else call.sendMessage(denial, () => call.sendStatus({ code: grpc.status.OK, details: 'OK' }));
      };
      const hold = isOpen ? null : RequestHold.begin(quotas, caller.actor, connection);
      if (hold instanceof ServiceError) {
        end(hold);
        setTimeout(() => stream.close(), REFUSED_MS).unref();
        return false;
      }
      if (stream.closed || stream.destroyed) {
        hold?.end();
        return false;
      }
      if (isOpen) openCalls.add(stream, connection?.account ?? null, end);
      stream.once('close', () => hold?.end());
      intake = watchIntake(stream, {
        mostBytes: isOpen ? OPEN_BYTES : mostBytesOf(path),
        deadlineMs: isOpen ? Math.min(OPEN_MS, deadlineMs) : deadlineMs,
        isUnary: !requestStream,
        hold,
        refuse: end,
      });
      const turn = (): Promise<void> =>
        new Promise((resolve) => turns.run(stream.session ?? stream, resolve));
      calls.set(metadata, { caller, hold, done: intake.done, turn });
      return true;
    }

    const listener = new grpc.ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        admit(metadata).then(
          (isAdmitted) => {
            if (isAdmitted) next(metadata);
          },
          (error: unknown) => {
            const refusal =
              error instanceof ServiceError
                ? error
                : new ServiceError('internal_error', 'the token could not be verified');
            call.sendStatus(refuse(path, metadata, null, refusal));
            stream.close();
          },
        );
      })
      .withOnReceiveMessage((message, next) => {
        const { bytes = 0, read } = message as Partial<Unread>;
        intake?.decoded(bytes);
        turns.run(stream.session ?? stream, () => next(read === undefined ? message : read()));
      })
      .withOnReceiveHalfClose((next) => {
        intake?.finished();
        next();
      })
      .build();
    const responder = new grpc.ResponderBuilder().withStart((next) => next(listener)).build();
    const intercepted = new grpc.ServerInterceptingCall(call, responder);
    const startRead = intercepted.startRead.bind(intercepted);
    intercepted.startRead = () => {
      intake?.expect();
      startRead();
    };
    return intercepted;
  };
}

interface LibraryCall {
  readonly stream?: ServerHttp2Stream;
  readonly nextCall?: LibraryCall;
}

/** The stream of a call, a private member of the library. Throws Error if a library version keeps it elsewhere. */
function streamOf(call: ServerInterceptingCallInterface): ServerHttp2Stream {
  for (let at: LibraryCall | undefined = call as unknown as LibraryCall; at !== undefined; at = at.nextCall)
    if (at.stream !== undefined) return at.stream;
  throw new Error('cannot find the stream of a call in this version of @grpc/grpc-js');
}
