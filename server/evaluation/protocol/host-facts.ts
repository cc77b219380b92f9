/** Facts that a caller brings as the host: templates `from: host`. */
import { BUDGET_TEMPLATE } from '../../../runtime/values/budget-names.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';

/** Templates whose facts the service itself keeps: who could bring them could approve. */
export const KEPT_BY_SERVICE: ReadonlySet<string> = new Set(['approval', 'approval_use', BUDGET_TEMPLATE]);

/**
 * The host facts of a request. Throws ServiceError `forbidden` for a caller without the role `host`, and `scope_error` for
 * facts that the service itself keeps.
 */
export function hostFactsOf(
  { host_facts: facts }: { readonly host_facts?: readonly FactInput[] | undefined },
  mayBring: boolean,
): readonly FactInput[] {
  if (facts === undefined) return [];
  if (!mayBring) throw new ServiceError('forbidden', "host_facts need a token with the role 'host'");
  const kept = facts.find(({ template }) => KEPT_BY_SERVICE.has(template));
  if (kept !== undefined)
    throw new ServiceError(
      'scope_error',
      `facts of '${kept.template}' can only be set by the service itself`,
      'host_facts',
    );
  return facts;
}
