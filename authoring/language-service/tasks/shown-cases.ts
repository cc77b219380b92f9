import type { JobRequest } from './job.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

/** Facts that show something about a line of a ruleset, as a case of a suite would have them. */
export interface ShownCase {
  /** Address of the file. */
  readonly key: string;
  /** From zero. */
  readonly line: number;
  readonly name: string;
  readonly request: JobRequest;
}

/** INVARIANT: a ruleset of other texts is another object, so none of its cases is out of date. */
const known = new WeakMap<RulesetOfDocument, Map<'mutants' | 'findings', readonly ShownCase[]>>();

/** Keeps the cases of the last run, in place of those of an earlier one. */
export function keepShown(
  ruleset: RulesetOfDocument,
  sort: 'mutants' | 'findings',
  cases: readonly ShownCase[],
): void {
  const own = known.get(ruleset) ?? new Map<'mutants' | 'findings', readonly ShownCase[]>();
  known.set(ruleset, own);
  own.set(sort, cases);
}

export const shownBy = (ruleset: RulesetOfDocument): readonly ShownCase[] =>
  [...(known.get(ruleset)?.values() ?? [])].flat();
