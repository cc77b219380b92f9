import { FerruleError } from '../../../runtime/engine/errors.ts';
import { FiringLog, reasonOf } from '../../../runtime/engine/firing.ts';
import type { ScopedFacts } from '../../../runtime/engine/engine-options.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { WorkingMemory } from '../../../runtime/engine/working-memory.ts';
import { drawableOf } from '../../constants/drawable.ts';
import { byBringer } from '../../by-bringer.ts';
import type { AskedRuleset } from '../asked-ruleset.ts';
import type { Change, ExplainedFact, Explanation, Flip, Flips } from '../explanation.ts';
import type { Surroundings } from '../explain.ts';
import { proposeChanges } from './propose.ts';

/** Evaluations of one search. */
const MOST_EVALUATIONS = 3_000;
/** Changes that are combined with each other when none does it alone. */
const COMBINED = 80;
const TOLD = 5;

interface Answer {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule: string | null;
}

/**
 * The smallest changes of a request that change its decision: one change, else two. Each reported one was
 * evaluated.
 */
export function findFlips(
  asked: AskedRuleset,
  memory: WorkingMemory,
  { otherwise, held }: Surroundings,
  explained: Explanation,
  wanted: string | null,
  longestMs = Infinity,
): Flips {
  const until = performance.now() + longestMs;
  const request = explained.facts.filter(({ derived_by: maker }) => maker === null).slice(held.length);
  const singles = proposeChanges(drawableOf(asked.checked), request, explained);
  const found: Flip[] = [];
  const kinds = new Set<string>();
  let [evaluations, cut] = [0, false];
  const evaluate = (changes: readonly Change[]): Answer | null => {
    if (evaluations === MOST_EVALUATIONS || performance.now() > until) cut = true;
    if (cut) return null;
    evaluations++;
    return answer(memory, byBringer(asked.compiled, applyChanges(request, changes)), otherwise);
  };
  const attempt = (changes: readonly Change[]): void => {
    if (found.length === TOLD) return;
    const got = evaluate(changes);
    if (got === null || got.decision === explained.decision) return;
    if (wanted !== null && got.decision !== wanted) return;
    const kind = kindOf(changes, got);
    if (!kinds.has(kind)) found.push({ changes, ...got });
    kinds.add(kind);
  };
  for (const change of singles) attempt([change]);
  if (found.length === 0) {
    const few = singles.slice(0, COMBINED);
    for (const [i, one] of few.entries())
      for (const other of few.slice(i + 1)) if (areApart(one, other)) attempt([one, other]);
  }
  const leftOut = found.length === 0 && singles.length > COMBINED;
  return { asked: wanted, evaluations, cut_short: cut || leftOut, found };
}

/** Further values of the same slots that lead to the same rule are not reported. */
function kindOf(changes: readonly Change[], { decision, rule }: Answer): string {
  const what = changes.map((change) => {
    if (change.kind === 'add') return `add ${change.template}`;
    return change.kind === 'remove' ? `remove ${change.fact}` : `${change.fact}.${change.slot}`;
  });
  return [decision, rule, ...what].join(' ');
}

/** True if two changes make sense together. */
function areApart(a: Change, b: Change): boolean {
  if (a.kind === 'add' || b.kind === 'add' || a.fact !== b.fact) return true;
  return a.kind === 'slot' && b.kind === 'slot' && a.slot !== b.slot;
}

/** The facts of a request after some changes. */
export function applyChanges(
  request: readonly ExplainedFact[],
  changes: readonly Change[],
): readonly FactInput[] {
  const kept = request.flatMap((fact): readonly FactInput[] => {
    let data = fact.data;
    for (const change of changes) {
      if (change.kind === 'add' || change.fact !== fact.id) continue;
      if (change.kind === 'remove') return [];
      data = { ...data, [change.slot]: change.to };
    }
    return [{ template: fact.template, data }];
  });
  const added = changes.flatMap((change) =>
    change.kind === 'add' ? [{ template: change.template, data: change.data }] : [],
  );
  return [...kept, ...added];
}

/** Result of an evaluation; null if it is refused or fails. */
function answer(
  memory: WorkingMemory,
  facts: ScopedFacts,
  otherwise: Surroundings['otherwise'],
): Answer | null {
  try {
    return memory.readScoped(facts, null, new FiringLog(), (matcher) => {
      const { winner, match } = matcher.outcome;
      return winner === null
        ? { decision: otherwise.action, reason: otherwise.reason, rule: null }
        : { decision: winner.action, reason: reasonOf(winner, match, matcher), rule: winner.name };
    });
  } catch (error) {
    if (error instanceof FerruleError) return null;
    throw error;
  }
}
