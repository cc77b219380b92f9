/**
 * Streams are handed to the library a few per turn of the event loop, every connection's first before any connection's
 * second. One read of a socket can open a thousand streams, and each costs the library a tenth of a millisecond or more:
 * handled at once, they would keep the thread from everything else, such as `/livez`.
 */
import type { EventEmitter } from 'node:events';
import type { Http2Server, Http2Session, IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Server } from '@grpc/grpc-js';
import { FairQueue } from '../evaluation/main/fair-queue.ts';

/** Time for streams in one turn of the event loop, in milliseconds. */
const SLICE_MS = 5;

interface Opened {
  readonly stream: ServerHttp2Stream;
  readonly rest: readonly [headers: IncomingHttpHeaders, flags: number, rawHeaders: readonly string[]];
}

type Handler = (stream: ServerHttp2Stream, ...rest: Opened['rest']) => void;

/**
 * Takes the place of the handlers that the library added to its HTTP/2 server.
 * @param onOpen called for each stream at once; returns false for a stream that is not to be handled
 * @throws Error if the library has no such server or handler
 */
export function paceStreams(
  server: Server,
  onOpen: (stream: ServerHttp2Stream, headerCount: number) => boolean,
): void {
  const http2Server = http2ServerOf(server);
  const handlers = http2Server.listeners('stream') as Handler[];
  if (handlers.length === 0) throw new Error('the library of gRPC does not handle streams where it did');
  http2Server.removeAllListeners('stream');
  const queue = new FairQueue<Opened>();
  const keys = new WeakMap<Http2Session, string>();
  let lastKey = 0;
  let isScheduled = false;
  let began = 0;

  function keyOf(session: Http2Session | undefined): string {
    if (session === undefined) return '';
    let key = keys.get(session);
    if (key === undefined) keys.set(session, (key = String(++lastKey)));
    return key;
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      began = performance.now();
      handleNext();
    });
  }

  function handleNext(): void {
    let opened = queue.shift();
    while (opened !== undefined && isOver(opened.stream)) opened = queue.shift();
    if (opened !== undefined) for (const handle of handlers) handle(opened.stream, ...opened.rest);
    if (queue.size > 0 && performance.now() - began < SLICE_MS) {
      // After what the stream has queued: its cost belongs to the slice.
      queueMicrotask(() => process.nextTick(handleNext));
      return;
    }
    isScheduled = false;
    if (queue.size > 0) schedule();
  }

  const open: Handler = (stream, headers, flags, rawHeaders) => {
    // Until the library listens.
    stream.on('error', () => undefined);
    if (!onOpen(stream, rawHeaders.length / 2)) return;
    queue.push(keyOf(stream.session), { stream, rest: [headers, flags, rawHeaders] });
    schedule();
  };
  // The types of Node leave the raw headers out.
  (http2Server as EventEmitter).on('stream', open);
}

function isOver({ closed, destroyed }: ServerHttp2Stream): boolean {
  return closed || destroyed;
}

/** The HTTP/2 server, a private member of the library. Throws Error if a library version keeps it elsewhere. */
function http2ServerOf(server: Server): Http2Server {
  const { http2Servers } = server as unknown as { readonly http2Servers?: ReadonlyMap<Http2Server, unknown> };
  for (const http2Server of http2Servers?.keys() ?? []) return http2Server;
  throw new Error('the HTTP/2 server of gRPC is not where it was');
}
