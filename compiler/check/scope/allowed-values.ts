import type { Slot } from '../../ruleset.ts';

/** Caches lists by identity, so that a shared list is scanned once. Lists of the ruleset never change. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The values of a list of the ruleset. */
export function setOf(forms: readonly string[]): ReadonlySet<string> {
  let set = sets.get(forms);
  if (set === undefined) sets.set(forms, (set = new Set(forms)));
  return set;
}

/** True if a slot allows a value in the form of `literalForm`. */
export function isAllowed({ allowed }: Pick<Slot, 'allowed'>, form: string): boolean {
  return allowed === null || setOf(allowed).has(form);
}
