/** Sends a request, and sends it again where that is safe. */
import type { Operation } from './api.ts';
import { given } from '../../runtime/values/given.ts';
import { ConnectionError, ServiceError } from './errors.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { readAnswer } from './read-answer.ts';
import { prepareRequest, type PreparedRequest } from './request.ts';
import { isRepeatable, mayRepeat, waitBefore } from './retry.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const LONGEST_WAIT_MS = 10_000;
/** Timers of longer than this fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export async function send(
  client: ClientOptions & { readonly url: string },
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  body: unknown,
  call: CallOptions,
): Promise<unknown> {
  const request = prepareRequest(client.url.replace(/\/+$/, ''), operation, parameters, body);
  const repeatable = isRepeatable(operation, body);
  const retries = call.retries ?? client.retries ?? RETRIES;
  const longestWait = client.longestWaitMs ?? LONGEST_WAIT_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(client, operation, request, call);
    } catch (error) {
      if (attempt >= retries || !mayRepeat(error, repeatable)) throw error;
      const wait = waitBefore(attempt, error);
      if (wait > longestWait) throw error;
      await sleep(wait, call.signal);
    }
  }
}

async function sendOnce(
  client: ClientOptions,
  operation: Operation,
  request: PreparedRequest,
  call: CallOptions,
): Promise<unknown> {
  call.signal?.throwIfAborted();
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
  const ending = new AbortController();
  const leave = (): void => ending.abort();
  call.signal?.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(leave, Math.min(timeoutMs, LONGEST_TIMER_MS));
  try {
    const headers = await headersOf(client, operation, request, call);
    const response = await (client.fetch ?? fetch)(request.url, {
      method: operation.method,
      headers,
      // A redirect would turn a POST into a GET, or send the token to another server.
      redirect: 'manual',
      signal: ending.signal,
      ...(request.body === null ? {} : { body: request.body }),
    });
    call.onResponse?.({ status: response.status, headers: response.headers });
    return await readAnswer(response, operation);
  } catch (error) {
    call.signal?.throwIfAborted();
    if (error instanceof ServiceError || error instanceof ConnectionError) throw error;
    if (ending.signal.aborted)
      throw new ConnectionError('timeout', `no answer within ${timeoutMs} ms`, error);
    if (!(error instanceof TypeError)) throw error;
    throw new ConnectionError('unreachable', 'the service cannot be reached', error);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', leave);
  }
}

async function headersOf(
  client: ClientOptions,
  operation: Operation,
  request: PreparedRequest,
  call: CallOptions,
): Promise<Readonly<Record<string, string>>> {
  const { token } = client;
  const bearer = operation.isOpen
    ? undefined
    : ((await (typeof token === 'function' ? token() : token)) ?? undefined);
  return {
    ...given(client.headers),
    ...given(call.headers),
    ...request.headers,
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(request.body === null ? {} : { 'content-type': 'application/json' }),
  };
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted === true) leave();
  });
}
