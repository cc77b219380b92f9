import type { Change } from '../../evidence/replay/against.ts';
import { changeJson } from '../../evidence/replay/comparison-json.ts';

/** What `ferrule diff` tells. */
export interface RulesetDiff {
  /** Hashes of both, `sha256:` and hex. */
  readonly old: string;
  readonly new: string;
  readonly verdict: Verdict;
  /** It is so for all facts; of `equivalent` alone. */
  readonly proved: boolean;
  /** How requests were looked for; null: they were given. */
  readonly search: DiffSearch | null;
  /** Requests, or records of a log, that were compared. */
  readonly count: number;
  /** Of those, answered the same to the letter. */
  readonly same: number;
  /** Decided alike, by other rules or with another reason, metadata or obligations. */
  readonly otherReasons: number;
  /** Kinds of change, the most frequent first. */
  readonly changes: readonly Change[];
}

export type Verdict = 'equivalent' | 'more permissive' | 'less permissive' | 'incomparable';

export interface DiffSearch {
  /** Number of the requests that rules can tell apart, when all were tried; null: they are too many, or not known. */
  readonly all: number | null;
  /** Other requests are decided as one of `all` is; if not, `all` are those of at most one fact a template. */
  readonly exhaustive: boolean;
  readonly seed: number;
  /** Requests found that the old version refuses as invalid and the new one takes: they are not compared. */
  readonly only_new: number;
  /** Time was up before all requests were drawn. */
  readonly cut_short: boolean;
}

/** How much a decision permits. What is refused, fails or has no decision permits nothing; between others is no order. */
function permits(decision: string): number {
  if (decision === 'allow') return 2;
  return ['escalate', 'scope', 'route'].includes(decision) ? 1 : 0;
}

/** What changes of decisions come to. */
export function verdictOf(changes: readonly Pick<Change, 'before' | 'after'>[]): Verdict {
  if (changes.length === 0) return 'equivalent';
  const steps = changes.map(({ before, after }) => Math.sign(permits(after) - permits(before)));
  if (steps.every((step) => step === 1)) return 'more permissive';
  return steps.every((step) => step === -1) ? 'less permissive' : 'incomparable';
}

/** As `--json` writes it; `version` changes when readers would notice. */
export function diffJson({ otherReasons, changes, ...diff }: RulesetDiff): object {
  return { version: 1, ...diff, other_reasons: otherReasons, changes: changes.map(changeJson) };
}
