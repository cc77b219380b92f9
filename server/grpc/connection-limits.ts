/**
 * Bounds what a connection makes the thread do without holding anything: it opens a stream and breaks it off, or it opens
 * many at once with all the headers that fit. No limit on what is held sees that, and it costs the thread more than the
 * client.
 */
import { constants, type Http2Session, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Logger } from 'pino';
import type { Metric } from '../metrics/exposition.ts';

interface ConnectionLimits {
  /** Watches a new stream. Returns false if its connection is closed. */
  readonly watch: (stream: ServerHttp2Stream, headerCount: number) => boolean;
  readonly metrics: () => readonly Metric[];
}

type Cause = 'resets' | 'headers';

/** Resets are counted for this long, in milliseconds. */
const WINDOW_MS = 10_000;
/** Headers of the streams that one connection opens in one turn of the event loop; a call has a dozen. */
const MOST_HEADERS = 16_000;
const HTTP_OK = 200;

interface Counts {
  since: number;
  resets: number;
  headers: number;
}

/** @param mostResets of one connection within the window; one more closes it */
export function createConnectionLimits(mostResets: number, log: Logger): ConnectionLimits {
  const sessions = new WeakMap<Http2Session, Counts>();
  const closed: Record<Cause, number> = { resets: 0, headers: 0 };
  /** Counts of the connections that opened streams in this turn. */
  const opening = new Set<Counts>();

  function countsOf(session: Http2Session): Counts {
    let counts = sessions.get(session);
    if (counts === undefined) sessions.set(session, (counts = { since: 0, resets: 0, headers: 0 }));
    return counts;
  }

  function close(session: Http2Session, cause: Cause): void {
    if (session.destroyed) return;
    closed[cause]++;
    log.warn({ cause }, 'gRPC connection closed: limit exceeded');
    // A number is the code that GOAWAY carries, which the types of Node leave out.
    session.destroy(constants.NGHTTP2_ENHANCE_YOUR_CALM as unknown as Error);
  }

  function addReset(session: Http2Session): void {
    const counts = countsOf(session);
    const now = performance.now();
    if (now - counts.since >= WINDOW_MS) Object.assign(counts, { since: now, resets: 0 });
    if (++counts.resets > mostResets) close(session, 'resets');
  }

  function addHeaders(session: Http2Session, count: number): void {
    const counts = countsOf(session);
    if (opening.size === 0) setImmediate(endTurn);
    opening.add(counts);
    counts.headers += count;
    if (counts.headers > MOST_HEADERS) close(session, 'headers');
  }

  function endTurn(): void {
    for (const counts of opening) counts.headers = 0;
    opening.clear();
  }

  return {
    watch(stream, headerCount) {
      const { session } = stream;
      if (session === undefined || session.destroyed) return false;
      stream.once('close', () => {
        if (isReset(stream)) addReset(session);
      });
      addHeaders(session, headerCount);
      return !session.destroyed;
    },
    metrics: () => [
      {
        name: 'ferrule_grpc_connections_closed_total',
        help: 'gRPC connections that were closed beyond a limit, by cause.',
        type: 'counter',
        samples: Object.entries(closed).map(([cause, value]) => ({ labels: { cause }, value })),
      },
    ],
  };
}

/** True if the stream ended before its response did, whichever side ended it and with whatever code. */
function isReset({ rstCode, sentHeaders, sentTrailers }: ServerHttp2Stream): boolean {
  if (rstCode !== constants.NGHTTP2_NO_ERROR) return true;
  if (sentTrailers !== undefined) return false;
  // A response of headers alone is a refusal, of gRPC or of HTTP.
  const headers = sentHeaders as OutgoingHttpHeaders | undefined;
  return headers === undefined || !('grpc-status' in headers || headers[':status'] !== HTTP_OK);
}
