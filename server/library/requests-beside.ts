import type { CompiledRuleset } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import { asJson } from './as-json.ts';
import { byBringer } from './by-bringer.ts';
import type { ScopedRequest } from './decide-again.ts';

/** What a case of a suite sends. */
export interface SentByCase {
  readonly facts: readonly FactInput[];
  /** Null: no document. */
  readonly input: unknown;
}

/** What the cases of the suites beside a ruleset send, at whatever time; none: it has none, or they cannot be read. */
export async function casesBeside(path: string): Promise<readonly SentByCase[]> {
  const { suiteRequests } = await import('../authors/analyze/suite-requests.ts');
  // Rules do not depend on their suites: what is wrong with these is told by `ferrule test`.
  const cases = await suiteRequests(path, 0).catch(() => []);
  return cases.map(({ facts, input }) => ({ facts, input }));
}

/** A case as a request that came as JSON. */
export function requestOf(ruleset: CompiledRuleset, { facts, input }: SentByCase): ScopedRequest {
  const request = { ...byBringer(ruleset, facts), ...(input === null ? {} : { input }) };
  return asJson(request);
}
