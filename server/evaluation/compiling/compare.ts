import { Engine } from '../../../runtime/engine.ts';
import type { RecentDecision } from '../../../evidence/recent.ts';
import { compareRecent, type RecentComparison } from '../../../evidence/replay/compare-recent.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';
import type { LoadedRuleset } from '../protocol/protocol.ts';

const clock = { ms: 0 };
/** The last comparison: clients poll the same candidate. */
let last: { readonly hash: string; readonly engine: Engine; readonly createEngine: () => Engine } | null =
  null;

/** Decision of this ruleset. */
export function compare(
  { hash, javascript, name }: LoadedRuleset,
  decisions: readonly RecentDecision[],
): RecentComparison {
  if (last?.hash !== hash) {
    const compiled = loadRuleset(javascript, name);
    const createEngine = (): Engine => new Engine(compiled, { now: () => clock.ms });
    last = { hash, engine: createEngine(), createEngine };
  }
  return compareRecent(last, last.engine, clock, decisions);
}
