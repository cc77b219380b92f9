import type { CompiledRuleset } from '../../../runtime/abi.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { asJson } from '../../as-json.ts';
import { byBringer } from '../../by-bringer.ts';
import type { ScopedRequest } from '../decide-again.ts';

/** Request of a suite's case. */
export interface SentByCase {
  readonly facts: readonly FactInput[];
  /** `null` for no document. */
  readonly input: unknown;
}

/** Requests of the cases of the suites beside a ruleset; none if it has no suites, or they cannot be read. */
export async function casesBeside(path: string): Promise<readonly SentByCase[]> {
  const { suiteRequests } = await import('./suite-requests.ts');
  // Rules do not depend on their suites: `ferrule test` reports the problems of suites.
  const cases = await suiteRequests(path, 0).catch(() => []);
  return cases.map(({ facts, input }) => ({ facts, input }));
}

/** A case as a request that came as JSON. */
export function requestOf(ruleset: CompiledRuleset, { facts, input }: SentByCase): ScopedRequest {
  const request = { ...byBringer(ruleset, facts), ...(input === null ? {} : { input }) };
  return asJson(request);
}
