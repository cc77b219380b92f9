import { setTimeout as sleep } from 'node:timers/promises';
import { ERROR_STATUS, ServiceError, type ErrorCode } from '../library/errors.ts';
import { parseJson, writeJson } from '../library/json.ts';
import type { RunRequest, RunStatus } from '../server/runs/run-request.ts';

/** Command line output of a run. */
export interface EndedRun {
  readonly text: string;
  readonly status: RunStatus;
}

const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 1_000;
const ACCEPTED = 202;

/** Enqueues a run through a running service. Throws ServiceError with the service's code. */
export async function throughService(
  url: string,
  token: string,
  { graphId, params, idempotencyKey }: RunRequest,
  isWaiting: boolean,
): Promise<EndedRun> {
  const base = url.replace(/\/+$/, '');
  const body = writeJson({ graph_id: graphId, params, idempotency_key: idempotencyKey });
  const accepted = await ask(`${base}/v1/runs`, token, body);
  if (!isWaiting || accepted.location === null) return accepted;
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(2 * wait, LONGEST_POLL_MS)) {
    const record = await ask(base + accepted.location, token, null);
    if (record.status === 'succeeded' || record.status === 'failed') return record;
    await sleep(wait);
  }
}

async function ask(
  url: string,
  token: string,
  body: string | null,
): Promise<EndedRun & { readonly location: string | null }> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
  } catch {
    throw new ServiceError('store_unavailable', 'no response from the service at FERRULE_URL');
  }
  const text = await response.text();
  const answer = readAnswer(text);
  if (response.status !== ACCEPTED && response.status !== 200) throw refusalOf(answer, response.status);
  return { text, status: answer['status'] as RunStatus, location: response.headers.get('location') };
}

function readAnswer(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseJson(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function refusalOf(
  { error, detail, field }: Readonly<Record<string, unknown>>,
  status: number,
): ServiceError {
  const code = typeof error === 'string' && Object.hasOwn(ERROR_STATUS, error) ? error : 'internal_error';
  const message = typeof detail === 'string' ? detail : `the service responded with ${status}`;
  return new ServiceError(code as ErrorCode, message, typeof field === 'string' ? field : null);
}
