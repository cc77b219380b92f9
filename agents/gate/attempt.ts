import { randomUUID } from 'node:crypto';
import { withDefaults } from '../../runtime/values/given.ts';
import { IDEMPOTENCY_KEY, KEY_PROBLEM } from '../../store/budgets/idempotency-key.ts';
import type { ToolCall } from './call.ts';
import type { Attempt } from './decider.ts';

/**
 * The call with the session of the gate where it names none, and without what it names as undefined or null. Arguments
 * stay as they are: null is a JSON value, and undefined is refused.
 */
export function callOf(asked: ToolCall, session: string | undefined): ToolCall {
  const { args, ...rest } = asked;
  return { ...withDefaults(session === undefined ? {} : { session }, rest), args };
}

/** A key of its own for each attempt, unless the host repeats one. Throws TypeError for an invalid key. */
export function attemptOf(
  { idempotencyKey: key }: ToolCall,
  mode: 'enforce' | 'observe' | undefined,
): Attempt {
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)))
    throw new TypeError(`idempotencyKey ${KEY_PROBLEM}`);
  return { key: mode === 'observe' ? null : (key ?? randomUUID()) };
}
