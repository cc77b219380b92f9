import type { Change } from '../../library/compare/compare.ts';
import { changeJson } from '../../library/compare/change-json.ts';
import type { Unreached } from './reach.ts';

/** Report of `ferrule diff`. */
export interface RulesetDiff {
  /** Hashes of both, `sha256:` and hex. */
  readonly old: string;
  readonly new: string;
  readonly verdict: Verdict;
  /** It is so for all facts: of `equivalent`, always. */
  readonly proved: boolean;
  /** Search that found the requests; null if they were given. */
  readonly search: DiffSearch | null;
  /** Requests, or records of a log, that were compared. */
  readonly count: number;
  /** Requests with exactly the same response. */
  readonly same: number;
  /** Same decision by other rules, or with another reason, metadata or obligations. */
  readonly otherReasons: number;
  /** Kinds of change, the most frequent first. */
  readonly changes: readonly Change[];
  /** Changes of the ruleset that no request reached; none where requests were given, or equivalence is proved. */
  readonly unreached: readonly Unreached[];
}

/** `equivalent` is proved; `no difference found` says so of the requests that were tried. */
type Verdict = 'equivalent' | 'no difference found' | 'more permissive' | 'less permissive' | 'incomparable';

export interface DiffSearch {
  /** Number of distinguishable requests if all were tried; null if they are too many, or unknown. */
  readonly all: number | null;
  /** Other requests are decided as one of `all` is; if not, `all` are those with at most one fact per template. */
  readonly exhaustive: boolean;
  readonly seed: number;
  /** Requests found that the old version refuses as invalid and the new one takes: they are not compared. */
  readonly only_new: number;
  /** Time was up before all requests were drawn. */
  readonly cut_short: boolean;
}

/** Permissiveness of a decision. Refusals, failures and missing decisions permit nothing; others are not ordered. */
function permits(decision: string): number {
  if (decision === 'allow') return 2;
  return ['escalate', 'scope', 'route'].includes(decision) ? 1 : 0;
}

/** Summary of changed decisions. */
export function verdictOf(changes: readonly Pick<Change, 'before' | 'after'>[], proved: boolean): Verdict {
  if (changes.length === 0) return proved ? 'equivalent' : 'no difference found';
  const steps = changes.map(({ before, after }) => Math.sign(permits(after) - permits(before)));
  if (steps.every((step) => step === 1)) return 'more permissive';
  return steps.every((step) => step === -1) ? 'less permissive' : 'incomparable';
}

/** The object that `--json` writes. `version` changes with every incompatible change. */
export function diffJson({ otherReasons, changes, unreached, ...diff }: RulesetDiff): object {
  return { version: 2, ...diff, other_reasons: otherReasons, changes: changes.map(changeJson), unreached };
}
