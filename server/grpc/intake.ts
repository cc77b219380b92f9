/**
 * Limits, counts and times the data of a call while it arrives, before it is decoded. The library reads messages into
 * memory without a limit per token, so this module reads the frames as well.
 */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { ServiceError } from '../../library/errors.ts';
import type { RequestHold } from '../quotas/request-hold.ts';

interface IntakeOptions {
  /** Bytes of the largest message. */
  readonly mostBytes: number;
  /** Time for a message to arrive whole, in milliseconds. */
  readonly deadlineMs: number;
  /** The client sends one message and ends. */
  readonly isUnary: boolean;
  /** `null` for a call without a token: its messages must not be compressed. */
  readonly hold: RequestHold | null;
  /** Ends the call with this error. */
  readonly refuse: (error: ServiceError) => void;
}

export interface Intake {
  /** The handler waits for a message. */
  readonly expect: () => void;
  /** A message was decoded; records its size in bytes. */
  readonly decoded: (bytes: number) => void;
  /** The client has ended its side. */
  readonly finished: () => void;
  /** The handler is done with the oldest message that was decoded. */
  readonly done: () => void;
}

/** Flag, and length in four bytes. */
const HEADER_BYTES = 5;
/** The flag of a compressed message; of all others it is 0. The library takes any other for 0. */
const COMPRESSED = 1;
/** Maximum expansion of one deflate byte. */
const LARGEST_RATIO = 1_032;
/** A client that was refused may go on sending for so long. */
const DISCARD_MS = 1_000;

/** Watches a stream that is not read yet. */
export function watchIntake(
  stream: ServerHttp2Stream,
  { mostBytes, deadlineMs, isUnary, hold, refuse }: IntakeOptions,
): Intake {
  const header = Buffer.alloc(HEADER_BYTES);
  let filled = 0;
  let left = 0;
  let length = 0;
  /** Bytes taken for each message that has arrived and is not done. */
  const held: number[] = [];
  let decodedCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let over = false;

  function end(error: ServiceError): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    refuse(error);
    setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), DISCARD_MS).unref();
  }

  function arm(): void {
    timer ??= setTimeout(
      () => end(new ServiceError('request_timeout', 'the message did not arrive in time')),
      deadlineMs,
    );
  }

  function disarm(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  /** Returns the error for a message that may not come, or null. */
  function admit(): ServiceError | null {
    const isCompressed = header[0] !== 0;
    if (header[0]! > COMPRESSED)
      return new ServiceError('invalid_request', 'the first byte of a message must be 0 or 1');
    if (length > mostBytes)
      return new ServiceError('payload_too_large', `the message is larger than ${mostBytes} bytes`);
    if (isCompressed && hold === null)
      return new ServiceError('invalid_request', 'a message without a token must not be compressed');
    return null;
  }

  /** Counts a whole message; a compressed one as what it may become until it is decoded. */
  function complete(): ServiceError | null {
    filled = 0;
    if (hold === null) return null;
    const isCompressed = header[0] !== 0;
    const larger = isCompressed ? Math.max(0, Math.min(mostBytes, length * LARGEST_RATIO) - length) : 0;
    const refusal = hold.takeBytes(larger);
    if (refusal === null) held.push(length + larger);
    return refusal;
  }

  /** Reads the frames of a chunk. Returns the error that the call must end with, or null. */
  function read(chunk: Buffer): ServiceError | null {
    let completed = false;
    for (let at = 0; at < chunk.length;) {
      if (filled < HEADER_BYTES) {
        header[filled++] = chunk[at++]!;
        if (filled < HEADER_BYTES) continue;
        length = header.readUInt32BE(1);
        left = length;
        const problem = admit();
        if (problem !== null) return problem;
      }
      const part = Math.min(left, chunk.length - at);
      const refusal = hold?.takeBytes(part) ?? null;
      if (refusal !== null) return refusal;
      at += part;
      left -= part;
      if (left > 0) continue;
      const problem = complete();
      if (problem !== null) return problem;
      completed = true;
    }
    if (completed && !isUnary) disarm();
    else if (!completed) arm();
    return null;
  }

  // Not `on`, which would start the stream.
  stream.prependListener('data', (chunk: Buffer) => {
    if (over) return;
    const problem = read(chunk);
    if (problem !== null) end(problem);
  });
  stream.once('close', () => {
    over = true;
    clearTimeout(timer);
  });

  return {
    expect: () => {
      if (!over && (isUnary || filled > 0)) arm();
    },
    decoded: (bytes) => {
      const place = decodedCount++;
      const taken = held[place];
      if (hold === null || taken === undefined || over) return;
      hold.giveBytes(taken - bytes);
      held[place] = bytes;
    },
    finished: disarm,
    done: () => {
      const taken = held.shift();
      if (hold === null || taken === undefined || over) return;
      decodedCount--;
      hold.giveBytes(taken);
    },
  };
}
