import type { z } from 'zod';
import { ServiceError, type Issue } from './errors.ts';

/** Where the value came from: the first entry of `loc`. */
export type Place = 'body' | 'header' | 'query' | 'path';

/**
 * The value itself, typed by its contract; keys that the contract does not know are ignored. Not zod's copy of it,
 * which would lose a key named `__proto__`: contracts transform nothing. Throws ServiceError `validation_error` with
 * one issue per problem.
 *
 * @param within path from the place to the value
 */
export function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: Place = 'body',
  within: readonly string[] = [],
): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return value as T;
  throw contractError(result.error.issues.map((issue) => toIssue(issue, [place, ...within])));
}

/** A refusal of a value that does not fit its contract. */
export function contractError(issues: readonly Issue[]): ServiceError {
  const first = issues[0]!;
  const path = first.loc.slice(1).join('.');
  const detail = path === '' ? first.msg : `${path}: ${first.msg}`;
  return new ServiceError('validation_error', detail, path === '' ? null : path, issues);
}

function toIssue(issue: z.core.$ZodIssue, place: readonly string[]): Issue {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return {
    loc: [...place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: missing ? 'field required' : issue.message,
    type: missing ? 'missing' : issue.code,
    ...(isPlain(issue.input) ? { input: issue.input } : {}),
  };
}

/** Only short plain values are shown back. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 100;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
