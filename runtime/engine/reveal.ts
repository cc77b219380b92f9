import type { CompiledRuleset } from '../abi.ts';
import { EvaluationError, ValidationError } from './errors.ts';

/**
 * Shows the value that an error is about, unless it is one of a sensitive slot or may be computed from one. Returns the
 * error.
 *
 * @param template of the fact that was read; null if any template may be concerned
 * @param before ruleset under which the fact was accepted, if that was another one
 */
export function revealed(
  error: unknown,
  ruleset: CompiledRuleset,
  template: string | null,
  before: CompiledRuleset = ruleset,
): unknown {
  if (error instanceof ValidationError) {
    const { field } = error;
    if (!isSensitive(ruleset, template, field) && !isSensitive(before, template, field)) error.reveal();
  } else if (error instanceof EvaluationError) {
    if (ruleset.sensitive === undefined && before.sensitive === undefined) error.reveal();
  }
  return error;
}

function isSensitive({ sensitive }: CompiledRuleset, template: string | null, field: string | null): boolean {
  if (sensitive === undefined) return false;
  const slots = template === null ? [...sensitive.slots.values()].flat() : sensitive.slots.get(template);
  // A field is a slot, or an item of it.
  return slots?.some((slot) => field === slot || field?.startsWith(`${slot}[`) === true) ?? false;
}
