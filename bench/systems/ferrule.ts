import { byBringer } from '../../server/authors/explain/by-bringer.ts';
import { Engine } from '../../server/library/engine.ts';
import type { Case } from '../workloads/workload.ts';
import type { Evaluate } from './answer.ts';

/** Plain objects in, validated, asserted, run, the whole result out, working memory as before. */
export async function prepareFerrule({ sources, session, requests, now }: Case): Promise<Evaluate> {
  const engine = await Engine.fromSources(sources, now === undefined ? {} : { now: () => now * 1000 });
  engine.assertFacts(session);
  const given = requests.map((facts) => byBringer(engine.ruleset, facts));
  return (request) => engine.evaluate({ scoped: true, ...given[request]! });
}
