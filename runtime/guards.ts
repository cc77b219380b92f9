/** Who must bring the facts of a template, where that is not anybody. */
import { ScopeError } from './errors.ts';
import type { FactSource } from './read-facts.ts';

/** Throws ScopeError when the facts of the template are not open to who brings them. */
export type Guard = (template: string, by: FactSource) => void;

export const fleetOnly: Guard = (template, by) => {
  if (by !== 'fleet') throw new ScopeError(template, 'fleet');
};

export const hostOnly: Guard = (template, by) => {
  if (by !== 'host') throw new ScopeError(template, 'host');
};
