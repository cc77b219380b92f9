import { EventEmitter } from 'node:events';
import type { Http2Server, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import type { Turns } from './turns.ts';

type Handler = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void;

/**
 * Hands streams to the library in turns. One read of a socket can open a thousand of them, and each costs the library a
 * tenth of a millisecond or more.
 * @param onOpen called for each stream at once; returns false for a stream that is not to be handled
 * @throws Error if the library has no such server or handler
 */
export function paceStreams(
  server: Server,
  turns: Turns,
  onOpen: (stream: ServerHttp2Stream, headerCount: number) => boolean,
): void {
  const http2Server = http2ServerOf(server);
  const handlers = http2Server.listeners('stream') as Handler[];
  if (handlers.length === 0)
    throw new Error('cannot find the stream handlers in this version of @grpc/grpc-js');
  http2Server.removeAllListeners('stream');
  const open: Handler = (stream, headers, flags, rawHeaders) => {
    // Until the library listens.
    stream.on('error', () => undefined);
    const { session } = stream;
    if (session === undefined || !onOpen(stream, rawHeaders.length / 2)) return;
    turns.run(session, () => {
      if (stream.closed || stream.destroyed) return;
      paceReading(
        stream,
        (job) => turns.run(session, job),
        () => {
          for (const handle of handlers) handle(stream, headers, flags, rawHeaders);
        },
      );
    });
  };
  // The types of Node leave the raw headers out.
  (http2Server as EventEmitter).on('stream', open);
}

type Listener = (...values: readonly unknown[]) => void;

/**
 * Has the listeners that `begin` adds for data of a stream, and for its end, run in turns: one poll can bring a message of each
 * of a thousand connections.
 */
function paceReading(stream: ServerHttp2Stream, run: (job: () => void) => void, begin: () => void): void {
  const events = ['data', 'end'] as const;
  const before = events.map((event) => stream.listeners(event));
  begin();
  for (const [i, event] of events.entries()) {
    const added = (stream.listeners(event) as Listener[]).filter(
      (listener) => !before[i]!.includes(listener),
    );
    for (const listener of added) {
      stream.off(event, listener);
      // Not `on` of the stream, which would start it.
      EventEmitter.prototype.on.call(stream, event, (...values: unknown[]) =>
        run(() => {
          if (!stream.destroyed) listener.apply(stream, values);
        }),
      );
    }
  }
}

/** Returns the HTTP/2 server, which the library keeps private. Throws Error if another version of the library stores it elsewhere. */
function http2ServerOf(server: Server): Http2Server {
  const { http2Servers } = server as unknown as { readonly http2Servers?: ReadonlyMap<Http2Server, unknown> };
  for (const http2Server of http2Servers?.keys() ?? []) return http2Server;
  throw new Error('cannot find the HTTP/2 server in this version of @grpc/grpc-js');
}
