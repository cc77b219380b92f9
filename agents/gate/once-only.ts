import { faultVerdict, type Verdict } from './verdict.ts';

/** Decisions that are remembered. An older one that is repeated is marked as `replayed`. */
const MOST_DECISIONS = 10_000;

/**
 * Gives each counted allow once: an executor acts at most once per decision.
 *
 * @returns a function that takes a verdict, and a function that reports what is given
 */
export function onceOnly(): (verdict: Verdict, report: (verdict: Verdict) => Verdict) => Verdict {
  const given = new Set<string>();
  return (verdict, report) => {
    const { decisionId: id } = verdict;
    if (verdict.verdict !== 'allow' || verdict.counted !== true || id === null) return report(verdict);
    if (given.has(id)) {
      const reason = 'the call of this decision was allowed before: another attempt needs a key of its own';
      return report(faultVerdict('decision_repeated', reason, verdict));
    }
    const reported = report(verdict);
    if (reported.verdict !== 'allow') return reported;
    if (given.size >= MOST_DECISIONS) given.delete(given.keys().next().value ?? '');
    given.add(id);
    return reported;
  };
}
