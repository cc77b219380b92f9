import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultyServer {
  readonly url: string;
  /** Method and path of each request. */
  readonly seen: readonly string[];
  readonly close: () => Promise<void>;
}

export type Answerer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that sends the first of these responses to its first request, and so on; the last one repeats. */
export async function startFaultyServer(...answers: readonly Answerer[]): Promise<FaultyServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answerer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

export const hang: Answerer = () => {};

export const hangUp: Answerer = (response) => response.destroy();

/** Half of a body, and then nothing. */
export const stall: Answerer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"decision": "al');
};

export const busy = json(
  503,
  { error: 'overloaded', detail: 'too many requests in flight; try again shortly' },
  { 'retry-after': '0' },
);

export const ALLOWED = {
  decision: 'allow',
  reason: 'fine',
  rule_trace: [],
  module_trace: [],
  duration_us: 1,
};
