/**
 * Numbers with every digit through the transports of the SDK, which read and write JSON as JavaScript does. While a message
 * is inside the SDK, a number that JavaScript would change is a text that only this process knows.
 */
import { randomUUID } from 'node:crypto';
import { NumberText } from '../../runtime/values/number-text.ts';
import { exactNumber, parseJson, writeJson } from '../../library/json.ts';
import { scanJson } from '../../library/scan-json.ts';
import { isRecord } from '../../library/is-record.ts';

const MARK = `ferrule-number-${randomUUID()}:`;
const WRITTEN = new RegExp(`"${MARK}([-+.0-9eE]+)"`, 'g');

/** The same value with texts for such numbers. */
export function hideNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return `${MARK}${value}`;
  if (value instanceof NumberText) return `${MARK}${value.text}`;
  return mapped(value, hideNumbers);
}

/** The same value with the numbers that hideNumbers took away. */
export function showNumbers(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) return exactNumber(value.slice(MARK.length));
  return mapped(value, showNumbers);
}

/** Output of the SDK, as JSON with these numbers. */
export function showInText(text: string): string {
  return text.replaceAll(WRITTEN, '$1');
}

/** A JSON text as the SDK may read it. What is not JSON stays as it is. */
function hideInText(text: string): string {
  if (!scanJson(text).exactNumbers) return text;
  try {
    return writeJson(hideNumbers(parseJson(text)));
  } catch {
    return text;
  }
}

/** The answer with every line of its body changed; a line is JSON, or an event that holds some. */
export function withLines(answer: Response, change: (line: string) => string): Response {
  if (answer.body === null) return answer;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let held = '';
  const lines = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const parts = (held + decoder.decode(chunk, { stream: true })).split(/(?<=\n)/);
      held = parts.at(-1)?.endsWith('\n') === true ? '' : (parts.pop() ?? '');
      if (parts.length > 0) controller.enqueue(encoder.encode(parts.map(change).join('')));
    },
    flush(controller) {
      const rest = held + decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(change(rest)));
    },
  });
  const { status, headers } = answer;
  return new Response(answer.body.pipeThrough(lines), { status, headers: unmeasured(headers) });
}

const EVENT = /^(data: ?)([^\r\n]*)([\r\n]*)$/;

/** A fetch for the client of the SDK: bodies it sends and receives keep every digit. */
export function exactFetch(send: typeof fetch): typeof fetch {
  return async (url, init) => {
    const body = typeof init?.body === 'string' ? { body: showInText(init.body) } : {};
    const answer = await send(url, { ...init, ...body });
    const type = answer.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream')) {
      return withLines(answer, (line) => {
        const [, field = '', data = '', end = ''] = EVENT.exec(line) ?? [];
        return field === '' ? line : `${field}${hideInText(data)}${end}`;
      });
    }
    if (!type.includes('application/json')) return answer;
    const text = await answer.text();
    const { status, headers } = answer;
    return new Response(text === '' ? null : hideInText(text), { status, headers: unmeasured(headers) });
  };
}

/** The lengths of the texts differ, and the body is not compressed any more. */
function unmeasured(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding']) kept.delete(name);
  return kept;
}

function mapped(value: unknown, change: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isRecord(value)) return value;
  // Unlike an assignment this makes a member of `__proto__`, too.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}
