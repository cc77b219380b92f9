import { Engine } from '../../../../runtime/engine.ts';
import type { RecentDecision } from '../../../evidence/recent.ts';
import { compareRecent, type RecentComparison } from '../../../evidence/replay/compare-recent.ts';
import { loadRuleset } from '../../../library/load-ruleset.ts';
import type { LoadedRuleset } from '../protocol.ts';

const clock = { ms: 0 };
/** What was compared with last: a candidate is asked about again and again. */
let last: { readonly hash: string; readonly engine: Engine; readonly createEngine: () => Engine } | null =
  null;

/** What this ruleset would have decided. */
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
