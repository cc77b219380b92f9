/** Decides through a service over HTTP. */
import { writeJson } from '../../library/json.ts';

/** A refusal of the service, with its code. */
export class GateServiceError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = 'GateServiceError';
    this.status = status;
    this.code = code;
  }
}

export interface ServiceClient {
  /** The JSON of the answer. Throws GateServiceError for a refusal, and what fetch throws. */
  readonly get: (path: string, signal?: AbortSignal) => Promise<unknown>;
  readonly post: (path: string, body: object, signal?: AbortSignal) => Promise<unknown>;
}

/** @param parse reads the JSON of a response */
export function serviceClient(
  url: string,
  token: string,
  send: typeof fetch,
  parse: (text: string) => unknown = JSON.parse,
): ServiceClient {
  const ask = async (method: string, path: string, body?: object, signal?: AbortSignal): Promise<unknown> => {
    const answer = await send(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: writeJson(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.ok) return parse(await answer.text());
    const { error, detail } = (await answer.json().catch(() => ({}))) as { error?: string; detail?: string };
    throw new GateServiceError(answer.status, error ?? 'unknown', detail ?? `status ${answer.status}`);
  };
  return {
    get: (path, signal) => ask('GET', path, undefined, signal),
    post: (path, body, signal) => ask('POST', path, body, signal),
  };
}
