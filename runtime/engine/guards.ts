/** Guards that restrict the senders of a template's facts. */
import { ScopeError } from './errors.ts';
import type { FactSource } from '../facts/read-facts.ts';

/** Throws ScopeError when the facts of the template are not open to who brings them. */
export type Guard = (template: string, by: FactSource) => void;

export const fleetOnly: Guard = (template, by) => {
  if (by !== 'fleet') throw new ScopeError(template, 'fleet');
};

/** Facts of the document come only through `input`, which bypasses guards. */
export const documentOnly: Guard = (template, by) => {
  if (by !== 'document') throw new ScopeError(template, 'document');
};

export const hostOnly: Guard = (template, by) => {
  if (by !== 'host') throw new ScopeError(template, 'host');
};
