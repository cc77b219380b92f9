import type { Engine } from '../../runtime/engine.ts';
import { parseDocument } from '../../library/ordered-json.ts';
import { maskExample } from '../mask/mask-outcome.ts';
import type { RecentDecision } from '../recent.ts';
import {
  compareWith,
  type Candidate,
  type Change,
  type ChangeExample,
  type Compared,
  type Comparison,
} from '../../library/compare/compare.ts';
import type { LogRecord } from './log-records.ts';
import { outcomeOf } from './replay.ts';
import type { Clock } from '../../library/compare/version.ts';

/** Changes that a candidate would make to recent decisions. */
export interface RecentComparison extends Comparison {
  /** Decisions on facts of a fleet, or whose facts are not known. */
  leftOut: number;
}

/**
 * Evaluates decisions under a candidate, each at its time. `empty`: any engine without facts. Examples that hold values
 * of sensitive slots are reported without them.
 */
export function compareRecent(
  candidate: Candidate,
  empty: Engine,
  clock: Clock,
  decisions: readonly RecentDecision[],
): RecentComparison {
  let leftOut = 0;
  const secret = new Set<string>();
  function* records(): Generator<Compared> {
    for (const decision of decisions) {
      const record = parseDocument(decision.record) as LogRecord;
      const recorded = outcomeOf(record);
      const fromHost = record.host_input !== undefined && candidate.engine.ruleset.sensitive !== undefined;
      if (decision.secret || fromHost) secret.add(record.decision_id ?? '');
      clock.ms = record.clock ?? 0;
      if (recorded === null || record.input === undefined) leftOut++;
      else {
        const { input: facts, host_input: hostFacts = [], document: input = null } = record;
        yield { record, engine: empty, facts, hostFacts, input, recorded };
      }
    }
  }
  const comparison = compareWith(candidate, records());
  const isSecret = ({ decision_id: id, input }: ChangeExample): boolean =>
    secret.has(id ?? '') || meetsSecrets(candidate.engine, input);
  const changes = comparison.changes.map((change): Change =>
    isSecret(change.example) ? { ...change, example: maskExample(change.example) } : change,
  );
  return { ...comparison, changes, leftOut };
}

/** A document may have been read by rules that know nothing of what is sensitive here. */
function meetsSecrets({ ruleset }: Engine, input: unknown): boolean {
  const { sensitive } = ruleset;
  if (sensitive === undefined) return false;
  if (!Array.isArray(input)) return true;
  return (input as readonly { readonly template: string }[]).some(
    ({ template }) => sensitive.slots.has(template) || !ruleset.templates.has(template),
  );
}
