import * as z from 'zod/mini';
import english from 'zod/v4/locales/en.js';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import type { Complain, Path } from './suite.ts';

// The small zod has no messages of its own.
z.config(english());

/** The keys of each object of the format, for suggestions. */
const KNOWN_KEYS = [
  ...[
    'suite',
    'ruleset',
    'now',
    'facts',
    'cases',
    'name',
    'each',
    'input',
    'steps',
    'expect',
    'template',
    'data',
  ],
  ...['decision', 'reason', 'fired', 'metadata', 'obligations', 'error', 'detail', 'matches', 'contains'],
  ...['properties', 'never', 'when', 'monotone', 'under', 'add', 'order_independent'],
  ...['includes', 'excludes', 'exactly', 'order', 'assert', 'advance', 'evaluate'],
  ...[
    'decide',
    'as',
    'token',
    'session',
    'times',
    'settle',
    'of',
    'commit',
    'release',
    'counted',
    'exceeded',
  ],
  ...[
    'budgets',
    'budget',
    'key',
    'requested',
    'used',
    'reserved',
    'limit',
    'state',
    'over',
    'late',
    'amount',
  ],
];

/** Checks a value against a part of the format; null (reported) if it does not match. */
export function checkShape<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  path: Path,
  complain: Complain,
): T | null {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  for (const issue of checked.error.issues) {
    const at = [...path, ...issue.path.filter((key) => typeof key !== 'symbol')];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) complain([...at, key], unknownKey(key));
    } else complain(at, `${nameOf(at)}${issue.message.replace(/^Invalid input: /, '')}`);
  }
  return null;
}

function unknownKey(key: string): string {
  const meant = closestName(key, KNOWN_KEYS)();
  return `unknown key '${key}'${meant === null ? '' : ` (did you mean '${meant}'?)`}`;
}

/** `expect.fired: `, without the indexes. */
function nameOf(path: Path): string {
  const names = path.filter((part) => typeof part === 'string').slice(-2);
  return names.length === 0 ? '' : `${names.join('.')}: `;
}
