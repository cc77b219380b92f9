import * as z from 'zod';
import { closestName } from '../../runtime/values/closest-name.ts';
import { ServiceError, type Issue } from '../../library/errors.ts';

/** Source of the value: the first entry of `loc`. */
type Place = 'body' | 'header' | 'query' | 'path';

/** Problems of one value that are reported: more would be an answer larger than the request. */
const MOST_ISSUES = 100;

/**
 * The value itself, typed by its contract. Not zod's copy of it,
 * which would lose a key named `__proto__`: contracts transform nothing. Throws ServiceError `validation_error` with
 * one issue per problem.
 *
 * @param within path from the place to the value
 * @param quotes shows values back. Those of facts may be meant for a sensitive slot, so bodies are not quoted by default
 */
export function check<T>(
  schema: z.ZodType<T>,
  value: unknown,
  place: Place = 'body',
  within: readonly string[] = [],
  quotes = place !== 'body',
): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return value as T;
  const found = result.error.issues.slice(0, MOST_ISSUES);
  const issues = found.flatMap((issue) => toIssues(issue, [place, ...within], schema, quotes));
  throw contractError(issues.slice(0, MOST_ISSUES));
}

/** A refusal of a value that does not fit its contract. */
export function contractError(issues: readonly Issue[]): ServiceError {
  const first = issues[0]!;
  const path = first.loc.slice(1).join('.');
  const detail = path === '' ? first.msg : `${path}: ${first.msg}`;
  return new ServiceError('validation_error', detail, path === '' ? null : path, issues);
}

function toIssues(
  issue: z.core.$ZodIssue,
  place: readonly string[],
  schema: z.ZodType,
  quotes: boolean,
): Issue[] {
  if (issue.code !== 'unrecognized_keys') return [toIssue(issue, place, quotes)];
  const known = knownKeys(schema, issue.path);
  return issue.keys.slice(0, MOST_ISSUES).map((key) => {
    const meant = closestName(key, known);
    const loc = [...place, ...issue.path.map(locPart), key];
    const msg = meant === null ? 'unknown key' : `unknown key. Did you mean '${meant}'?`;
    return { loc, msg, type: 'extra_forbidden' };
  });
}

/** Keys of the object at this path of a contract. */
function knownKeys(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return knownKeys(schema.unwrap(), path);
  const [key, ...rest] = path;
  if (schema instanceof z.ZodArray && key !== undefined) return knownKeys(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return key === undefined ? Object.keys(schema.shape) : knownKeys(schema.shape[String(key)], rest);
}

function locPart(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

function toIssue(issue: z.core.$ZodIssue, place: readonly string[], quotes: boolean): Issue {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return {
    loc: [...place, ...issue.path.map(locPart)],
    msg: missing ? 'field required' : issue.message,
    type: missing ? 'missing' : issue.code,
    ...(quotes && isPlain(issue.input) ? { input: issue.input } : {}),
  };
}

/** Only short plain values are shown back. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 100;
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
