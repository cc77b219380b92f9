import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Dice } from '../judge/dice.ts';

const TIMEOUT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends a request as it is. Rejects if no answer comes. */
export function send(url: string, { method, path, token, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ agent, hostname, port, method, path, timeout: TIMEOUT_MS },
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': body.length }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The bytes of a JSON text: with a mark at the front, packed, or as they are. */
export function drawEncoding(
  dice: Dice,
  text: string,
): { readonly body: Uint8Array; readonly headers: Readonly<Record<string, string>> } {
  const marked = dice.percent(10) ? `\ufeff${text}` : text;
  const body = Buffer.from(marked);
  if (!dice.percent(20)) return { body, headers: {} };
  return { body: gzipSync(body), headers: { 'content-encoding': 'gzip' } };
}
