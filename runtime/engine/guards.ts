/** Who must send the facts of a template, if not any caller may. */
import { ScopeError } from './errors.ts';
import type { FactSource } from '../facts/read-facts.ts';

/** Throws ScopeError when the facts of the template are not open to who brings them. */
export type Guard = (template: string, by: FactSource) => void;

export const fleetOnly: Guard = (template, by) => {
  if (by !== 'fleet') throw new ScopeError(template, 'fleet');
};

/** Facts of the document come through `input` only, which asks no guard. */
export const documentOnly: Guard = (template, by) => {
  if (by !== 'document') throw new ScopeError(template, 'document');
};

export const hostOnly: Guard = (template, by) => {
  if (by !== 'host') throw new ScopeError(template, 'host');
};
