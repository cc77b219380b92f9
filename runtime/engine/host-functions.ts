import type { HostFunction } from '../description.ts';
import { invalidArgument } from './errors.ts';

/** Reserved prefix of the functions that rules call and the host provides. */
const HOST_PREFIX = 'service-';
const NAME = /^service-[A-Za-z0-9_-]+$/;

/** Host functions that the runtime itself provides. */
const BUILT_IN: ReadonlySet<string> = new Set(['service-matches', 'service-now']);

/**
 * Adds a host function to the table that rules call it from; the same name again replaces it. Throws
 * FerruleError for a name without the prefix or of a built-in function.
 */
export function addHostFunction(
  table: Map<string, HostFunction>,
  name: string,
  implementation: HostFunction,
): void {
  if (!NAME.test(name)) {
    throw invalidArgument(`A host function must be named ${HOST_PREFIX}…, not '${name}'`, 'name');
  }
  if (BUILT_IN.has(name)) {
    throw invalidArgument(`The built-in function ${name} cannot be replaced`, 'name');
  }
  if (typeof implementation !== 'function') {
    throw invalidArgument(`The host function ${name} must be a function`, 'implementation');
  }
  table.set(name, implementation);
}
