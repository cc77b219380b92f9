/** `at_most` of a template: how many of its facts working memory may hold when rules begin to fire. */
import type { AnyFactMemory } from './fact-memory.ts';
import { ValidationError } from '../engine/errors.ts';
import { quoted } from '../values/quoted.ts';

/** Throws ValidationError for a fact too many. */
export function checkAtMost(facts: AnyFactMemory, limit: number, template: string): void {
  const { size } = facts;
  if (size <= limit) return;
  const expected = limit === 1 ? 'at most one fact' : `at most ${limit} facts`;
  throw new ValidationError(`Template ${quoted(template)} takes ${expected}, found ${size}`, template, null);
}
