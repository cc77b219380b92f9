import { byBringer } from '../../library/by-bringer.ts';
import { Engine } from '../../library/node/engine.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { ScopedFacts } from '../../runtime/engine/engine-options.ts';
import type { Case, Request } from '../workloads/workload.ts';
import type { Evaluate } from './answer.ts';

/** Plain objects in, validated, asserted, run, the whole result out, working memory as before. */
export async function prepareFerrule(given: Case): Promise<Evaluate> {
  return prepareWith(Engine, given);
}

/** The same with the engine of any build. */
export async function prepareWith(
  build: Pick<typeof Engine, 'fromSources'>,
  { sources, session, requests, now }: Case,
): Promise<Evaluate> {
  const engine = await build.fromSources(sources, now === undefined ? {} : { now: () => now * 1000 });
  engine.assertFacts(session);
  const asked = requests.map((facts) => askedOf(engine.ruleset, facts));
  return (request) => engine.evaluate(asked[request]!);
}

/** A request in the form that an engine takes, made before anything is timed. */
export function askedOf(ruleset: CompiledRuleset, facts: Request): ScopedFacts & { readonly scoped: true } {
  return { scoped: true, ...byBringer(ruleset, facts) };
}
