import { FerruleError } from '../../../runtime/engine/errors.ts';
import { FiringLog, reasonOf } from '../../../runtime/engine/firing.ts';
import type { ScopedFacts } from '../../../runtime/engine/engine-options.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { WorkingMemory } from '../../../runtime/engine/working-memory.ts';
import { drawableOf } from '../../constants/drawable.ts';
import { byBringer } from '../../by-bringer.ts';
import type { ExplainableRuleset } from '../explainable-ruleset.ts';
import type { ExplainedFact, FactChange, Flip, Flips, RawExplanation } from '../explanation.ts';
import type { Surroundings } from '../explain.ts';
import { changedDocument, isOfDocument } from './document-change.ts';
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
  explainable: ExplainableRuleset,
  memory: WorkingMemory,
  { otherwise, held }: Surroundings,
  explained: RawExplanation,
  document: unknown,
  wanted: string | null,
  longestMs = Infinity,
): Flips<FactChange> {
  const until = performance.now() + longestMs;
  const request = explained.facts.filter(({ derived_by: maker }) => maker === null).slice(held.length);
  const singles = proposeChanges(drawableOf(explainable.checked), request, explained);
  const found: Flip<FactChange>[] = [];
  const kinds = new Set<string>();
  let [evaluations, cut] = [0, false];
  const evaluate = (changes: readonly FactChange[]): Answer | null => {
    if (evaluations === MOST_EVALUATIONS || performance.now() > until) cut = true;
    if (cut) return null;
    const changed = changedRequest(explainable, explained, request, changes, document);
    if (changed === null) return null;
    evaluations++;
    return answer(memory, byBringer(explainable.compiled, changed.facts), changed.input, otherwise);
  };
  const attempt = (changes: readonly FactChange[]): void => {
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
function kindOf(changes: readonly FactChange[], { decision, rule }: Answer): string {
  const what = changes.map((change) => {
    if (change.kind === 'add') return `add ${change.template}`;
    return change.kind === 'remove' ? `remove ${change.fact}` : `${change.fact}.${change.slot}`;
  });
  return [decision, rule, ...what].join(' ');
}

/** True if two changes make sense together. */
function areApart(a: FactChange, b: FactChange): boolean {
  if (a.kind === 'add' || b.kind === 'add' || a.fact !== b.fact) return true;
  return a.kind === 'slot' && b.kind === 'slot' && a.slot !== b.slot;
}

/** The facts of a request after some changes. */
export function applyChanges(
  request: readonly ExplainedFact[],
  changes: readonly FactChange[],
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

/** The facts and the document after some changes; null if no document makes one of them. */
function changedRequest(
  { document: parts }: ExplainableRuleset,
  { facts: all }: RawExplanation,
  request: readonly ExplainedFact[],
  changes: readonly FactChange[],
  document: unknown,
): { readonly facts: readonly FactInput[]; readonly input: unknown } | null {
  let input = document;
  for (const change of changes) {
    if (!isOfDocument(parts, change)) continue;
    const changed = changedDocument(parts, all, change, input);
    if (changed === null) return null;
    input = changed.document;
  }
  const ofFacts = changes.filter((change) => !isOfDocument(parts, change));
  const facts = request.filter(({ template }) => !parts.has(template));
  return { facts: applyChanges(facts, ofFacts), input };
}

/** Result of an evaluation; null if it is refused or fails. */
function answer(
  memory: WorkingMemory,
  facts: ScopedFacts,
  document: unknown,
  otherwise: Surroundings['otherwise'],
): Answer | null {
  try {
    return memory.readScoped(facts, document, new FiringLog(), (matcher) => {
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
