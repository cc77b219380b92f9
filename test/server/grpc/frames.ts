/** A client that writes frames of HTTP/2 itself: many in one write, and those that no library sends. */
import { once } from 'node:events';
import { connect } from 'node:net';

const HEADERS = 1;
const DATA = 0;
const RST_STREAM = 3;
const SETTINGS = 4;
const GOAWAY = 7;
const END_STREAM = 1;
const END_HEADERS = 4;
const HEAD_BYTES = 9;
/** Bytes of the largest frame that a server must take. */
const FRAME_BYTES = 16_384;
/** Forms of a header. */
const STORED = 0x40;
const INDEXED = 0x80;
/** Headers that a client stored come after those that every table has. */
const FIRST_INDEX = 62;

export interface RawConnection {
  /** Writes frames in one piece. */
  readonly write: (frames: readonly Buffer[]) => void;
  /** Streams whose response has begun. */
  readonly responded: ReadonlySet<number>;
  /** The error code of GOAWAY, once the service has closed the connection; `null` if it sent none. */
  readonly closed: Promise<number | null>;
  readonly close: () => void;
}

export async function connectRaw(address: string): Promise<RawConnection> {
  const at = address.lastIndexOf(':');
  const socket = connect(Number(address.slice(at + 1)), address.slice(0, at));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const responded = new Set<number>();
  let pending = Buffer.alloc(0);
  let code: number | null = null;
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + pending.readUIntBE(0, 3);
      if (pending.length < end) return;
      if (pending[3] === HEADERS) responded.add(pending.readUInt32BE(5));
      if (pending[3] === GOAWAY) code = pending.readUInt32BE(HEAD_BYTES + 4);
      pending = pending.subarray(end);
    }
  });
  const closed = new Promise<number | null>((resolve) => socket.once('close', () => resolve(code)));
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(frame(SETTINGS, 0, 0, Buffer.alloc(0)));
  return {
    write: (frames) => void socket.write(Buffer.concat(frames)),
    responded,
    closed,
    close: () => void socket.destroy(),
  };
}

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function header(name: string, value: string, kind = 0): Buffer {
  const text = (part: string): Buffer => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]);
  return Buffer.concat([Buffer.from([kind]), text(name), text(value)]);
}

/** Opens the call of a method. The last `indexed` entries of the table of headers are sent again, in a byte each. */
export function opened(
  stream: number,
  path: string,
  {
    token = null,
    headers = [],
    indexed = 0,
  }: {
    readonly token?: string | null;
    /** Headers that go into the table. */
    readonly headers?: readonly string[];
    readonly indexed?: number;
  } = {},
): Buffer {
  const block = [
    header(':method', 'POST'),
    header(':scheme', 'http'),
    header(':path', path),
    header(':authority', 'ferrule'),
    header('content-type', 'application/grpc'),
    header('te', 'trailers'),
    ...(token === null ? [] : [header('authorization', `Bearer ${token}`)]),
    ...headers.map((name) => header(name, 'x', STORED)),
    Buffer.from(Array.from({ length: indexed }, (_, i) => INDEXED | (FIRST_INDEX + i))),
  ];
  return frame(HEADERS, END_HEADERS, stream, Buffer.concat(block));
}

/** A message, or the beginning of one that is said to be `length` bytes long. */
export function sent(stream: number, bytes: Buffer, length = bytes.length, isLast = true): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  const message = Buffer.concat([head, bytes]);
  const frames: Buffer[] = [];
  for (let at = 0; at < message.length; at += FRAME_BYTES) {
    const isEnd = isLast && at + FRAME_BYTES >= message.length;
    frames.push(frame(DATA, isEnd ? END_STREAM : 0, stream, message.subarray(at, at + FRAME_BYTES)));
  }
  return Buffer.concat(frames);
}

export function reset(stream: number, code: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frame(RST_STREAM, 0, stream, payload);
}

/** Ids of the first streams of a client. */
export function streamIds(count: number, from = 0): readonly number[] {
  return Array.from({ length: count }, (_, i) => 2 * (from + i) + 1);
}
