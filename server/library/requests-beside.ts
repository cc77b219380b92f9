import type { CompiledRuleset } from '../../runtime/contract.ts';
import { byBringer } from './by-bringer.ts';
import type { ScopedRequest } from './decide-again.ts';

/** Those of the cases in the suites beside a ruleset, at whatever time; none: it has none, or they cannot be read. */
export async function requestsBeside(
  ruleset: CompiledRuleset,
  path: string,
): Promise<readonly ScopedRequest[]> {
  const { suiteRequests } = await import('../authors/analyze/suite-requests.ts');
  // Rules do not depend on their suites: what is wrong with these is told by `ferrule test`.
  const cases = await suiteRequests(path, 0).catch(() => []);
  return cases.map(({ facts, input }) =>
    fromJson({ ...byBringer(ruleset, facts), ...(input === null ? {} : { input }) }),
  );
}

/** The same as JSON gives it: V8 compiles anew for objects that were made in another way than those it has met. */
function fromJson(request: ScopedRequest): ScopedRequest {
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? Number(value) : value;
  return JSON.parse(JSON.stringify(request, plain)) as ScopedRequest;
}
