/** Rules for retries. */
import { LASTING, NOT_BEGUN, type Operation } from './api.ts';
import { ConnectionError, isObject, ServiceError } from './errors.ts';

const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** True if it may be retried whatever the result of the first attempt. */
export function isRepeatable({ repeat }: Operation, body: unknown): boolean {
  const fields = isObject(body) ? body : {};
  switch (repeat) {
    case 'always':
      return true;
    case 'unless_created':
      return fields['session'] !== 'create';
    case 'with_key':
      return typeof fields['idempotency_key'] === 'string';
    case 'never':
      return false;
  }
}

/** True if a request with this result may be retried. */
export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof ServiceError) {
    if (NOT_BEGUN.includes(error.code)) return true;
    return repeatable && TRANSIENT.has(error.status) && !LASTING.includes(error.code);
  }
  if (!(error instanceof ConnectionError) || error.code === 'invalid_answer') return false;
  return repeatable || wasRefused(error.cause);
}

/** Node reports that the connection was refused: the request was never sent. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ECONNREFUSED') || wasRefused(error.cause);
}

const FIRST_WAIT_MS = 100;
const HALF = 0.5;

/** Twice as long each time, each time a little other, so that clients do not come back together. */
export function waitBefore(attempt: number, error: unknown): number {
  if (error instanceof ServiceError && error.retryAfterMs !== null) return error.retryAfterMs;
  return FIRST_WAIT_MS * 2 ** attempt * (HALF + Math.random() * HALF);
}

const SECOND_MS = 1_000;

/** Returns the milliseconds of a Retry-After in seconds or as a date; `null` for any other value. */
export function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
