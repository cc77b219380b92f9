import { Engine } from '../../../runtime/engine.ts';
import { unpackDecisions, type PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { Change } from '../../../library/compare/compare.ts';
import { compareRecent, type RecentComparison } from '../../../evidence/replay/compare-recent.ts';
import { changeJson } from '../../../library/compare/change-json.ts';
import { writeJson } from '../../../library/json.ts';
import { loadRuleset } from '../../../library/node/load-ruleset.ts';
import type { LoadedRuleset } from '../protocol/protocol.ts';

/** Changes that a candidate would make: a short form for a log line, and complete as JSON, because examples can be large. */
export interface TriedCandidate extends Pick<
  RecentComparison,
  'count' | 'same' | 'otherReasons' | 'leftOut'
> {
  readonly changes: readonly TriedChange[];
  /** JSON text of the list of changes. */
  readonly json: string;
}

interface TriedChange extends Pick<Change, 'before' | 'after' | 'count'> {
  readonly decisionId: string | null;
  /** Rules that fire no longer, and those that fire now. */
  readonly rulesBefore: readonly string[];
  readonly rulesAfter: readonly string[];
}

const clock = { ms: 0 };
/** The last comparison: clients poll the same candidate. */
let last: { readonly hash: string; readonly engine: Engine; readonly createEngine: () => Engine } | null =
  null;

/** Decisions of this ruleset in place of the one that made the newest of these, `most` of them. */
export function compare(
  { hash, javascript, name }: LoadedRuleset,
  packs: readonly PackedDecisions[],
  most: number,
): TriedCandidate {
  if (last?.hash !== hash) {
    const compiled = loadRuleset(javascript, name);
    const createEngine = (): Engine => new Engine(compiled, { now: () => clock.ms });
    last = { hash, engine: createEngine(), createEngine };
  }
  // Identifiers begin with the time.
  const decisions = packs.flatMap(unpackDecisions).sort((a, b) => (a.id < b.id ? -1 : 1));
  const newest = decisions.slice(Math.max(0, decisions.length - most));
  const { changes, ...counts } = compareRecent(last, last.engine, clock, newest);
  return { ...counts, changes: changes.map(triedChange), json: writeJson(changes.map(changeJson)) };
}

function triedChange({ before, after, count, example, rulesBefore, rulesAfter }: Change): TriedChange {
  return {
    before,
    after,
    count,
    decisionId: example.decision_id,
    rulesBefore: Object.keys(rulesBefore),
    rulesAfter: Object.keys(rulesAfter),
  };
}
