/** Messages as lines of text, one each, over a pair of streams: they are read and written with every digit. */
import type { Readable, Writable } from 'node:stream';
import { writeJson } from '../../library/json.ts';
import { INVALID_REQUEST, type Message, type Wire } from './message.ts';
import { readMessage, type ReadMessage, type Unreadable } from './read-message.ts';

const LINE_FEED = 0x0a;
/** Bytes of the longest message. Reading one keeps everything else waiting. */
export const LONGEST_LINE = 8 * 1024 * 1024;

const TOO_LONG: Unreadable = {
  code: INVALID_REQUEST,
  id: null,
  problem: `a message is at most ${LONGEST_LINE} bytes long`,
};

interface LineWireOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Called for a line that is not a message: it is never handed on. */
  readonly onUnreadable: (unreadable: Unreadable, reply: (answer: object) => void) => void;
  /** Ends what is behind the streams. */
  readonly end: () => Promise<void> | void;
}

export function lineWire({ input, output, onUnreadable, end }: LineWireOptions): Wire {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Parts of a line that has not ended; `null` for one that is too long and passed over. */
  let held: Buffer[] | null = [];
  let bytes = 0;
  let isClosed = false;
  const write = (message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      output.write(`${writeJson(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  const reply = (answer: object): void => {
    write(answer).catch((error: Error) => wire.onerror?.(error));
  };
  const hear = (line: Buffer): void => {
    const read = messageOf(decoder, line);
    if (read === null) return;
    if (read.ok) wire.onmessage?.(read.message);
    else onUnreadable(read.unreadable, reply);
  };
  const take = (chunk: Buffer): void => {
    let rest = chunk;
    for (let at = rest.indexOf(LINE_FEED); at !== -1; at = rest.indexOf(LINE_FEED)) {
      hold(rest.subarray(0, at));
      const line = held === null ? null : Buffer.concat(held);
      held = [];
      bytes = 0;
      rest = rest.subarray(at + 1);
      if (line !== null) hear(line);
    }
    hold(rest);
  };
  const hold = (part: Buffer): void => {
    if (held === null) return;
    held.push(part);
    bytes += part.length;
    if (bytes <= LONGEST_LINE) return;
    // Its end is awaited without holding it.
    held = null;
    onUnreadable(TOO_LONG, reply);
  };
  const wire: Wire = {
    async start() {
      input.on('data', take);
      input.on('error', (error) => wire.onerror?.(error));
      input.on('close', () => void wire.close());
      input.on('end', () => void wire.close());
      output.on('error', (error) => {
        if (!isClosed) wire.onerror?.(error);
        void wire.close();
      });
    },
    send: (message: Message) => write(message),
    async close() {
      if (isClosed) return;
      isClosed = true;
      input.off('data', take);
      input.pause();
      await end();
      wire.onclose?.();
    },
  };
  return wire;
}

/** Null for an empty line. */
function messageOf(decoder: InstanceType<typeof TextDecoder>, line: Buffer): ReadMessage | null {
  try {
    const text = decoder.decode(line);
    return text.trim() === '' ? null : readMessage(text);
  } catch {
    // Replacing what is not UTF-8 would decide on another text than the one that was sent.
    return readMessage('');
  }
}
