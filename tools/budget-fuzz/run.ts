import { caseLedger } from '../../authoring/run/case-ledger.ts';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import { requestedOn } from '../../library/budgets/requested.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import type { Answer } from '../../library/node/clips/answer.ts';
import { factText } from '../../library/node/clips/fact-text.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import type { ClipsProgram } from '../../library/node/clips/run-clips.ts';
import { Engine } from '../../runtime/engine.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { countedUse } from '../../store/budgets/counted-use.ts';
import type { KeySums } from '../../store/budgets/ledger.ts';
import { sumFacts } from '../../store/budgets/sum-facts.ts';
import { budgetYaml, capFacts, paymentFacts, type BudgetProgram } from './program.ts';
import { budgetReference, type ExpectedSum } from './reference.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** One decision: for CLIPS with the sums, and what ferrule made of them. */
export interface JudgedDecision {
  readonly clips: ClipsProgram;
  readonly answer: Answer;
  /** It uses a budget. */
  readonly isUsing: boolean;
  readonly counted: boolean;
  /** What the ledger got wrong by the reference; null if they agree. */
  readonly problem: string | null;
}

const START = Date.parse('2026-03-28T21:00:00Z');

/** Makes the decisions of a program one after the other, on a ledger and on the reference. */
export async function runBudgets(program: BudgetProgram): Promise<readonly JudgedDecision[]> {
  const compilation = compileOrThrow([{ path: 'ruleset.yaml', text: budgetYaml(program) }], {
    name: 'drawn',
  });
  const { ruleset } = compilation;
  const constructs = emitClips(compilation.ruleset);
  const compiled = loadRuleset(compilation.javascript());
  const budgets = compiled.budgets ?? [];
  const engine = new Engine(compiled);
  const ledger = caseLedger('drawn');
  const reference = budgetReference(program);
  const templates = new Map(ruleset.templates.map((template) => [template.name, template]));
  const judged: JudgedDecision[] = [];
  let now = START;
  for (const decision of program.decisions) {
    now += decision.advance;
    const [facts, caps] = [paymentFacts(decision), capFacts(decision)];
    const evaluate = (sums: readonly FactInput[]): EvaluationResult =>
      engine.evaluate({
        scoped: true,
        facts,
        hostFacts: [...caps, ...sums],
        counts: true,
        include: ['facts'],
      });
    const first = evaluate([]);
    const { token, session } = decision;
    const from = { budgets, uses: first.uses ?? [], document: null, hostFacts: caps, token };
    const uses = requestedOn(engine, from).map(countedUse);
    const expected = reference.sumsOf(decision, now);
    const isAllowed = first.decision === 'allow';
    const decided = await ledger.decide({ as: null, token, session, uses, isAllowed, now });
    const fits = expected.length > 0 && expected.every(({ limit, exceeded }) => limit !== null && !exceeded);
    if (isAllowed && fits) reference.count(expected, decision, now);
    const sums = sumFacts({ decision: first.decision, uses }, decided.sums);
    const onSums = evaluate(sums);
    judged.push({
      clips: { ruleset, constructs, phases: [[...caps, ...sums, ...facts] as Phase] },
      answer: answerOf(onSums, templates),
      isUsing: uses.length > 0,
      counted: decided.counted,
      problem:
        problemOf(expected, decided.sums) ??
        (decided.counted === (isAllowed && fits) ? null : 'counted') ??
        (isOpened(first, onSums) ? 'a budget opened what the rules do not allow' : null),
    });
    if (decision.settle === null) continue;
    const amounts = reference.settle(decision.settle, now);
    if (amounts === null) continue;
    const settled = await ledger.settle(
      null,
      decision.settle.length === 0
        ? { kind: 'release' }
        : { kind: 'commit-keys', amounts: amounts.map((one) => ({ ...one, amount: String(one.amount) })) },
      now,
    );
    if ('error' in settled) judged.push({ ...judged.at(-1)!, problem: `settle: ${settled.error}` });
  }
  return judged;
}

/** True if sums lead to more than the rules alone. */
function isOpened({ decision: alone }: EvaluationResult, { decision: onSums }: EvaluationResult): boolean {
  return alone !== 'allow' && onSums !== alone && onSums !== 'deny';
}

function answerOf(
  { decision, reason, metadata, ruleTrace, moduleTrace, facts = [] }: EvaluationResult,
  templates: ReadonlyMap<string, Parameters<typeof factText>[0]>,
): Answer {
  const left = facts.flatMap(({ template, data }) => {
    const declared = templates.get(template);
    return declared === undefined ? [] : [factText(declared, data as Parameters<typeof factText>[1])];
  });
  const phase = {
    decision: decision ?? '',
    reason: reason ?? '',
    metadata: Object.entries(metadata),
    ruleTrace,
    moduleTrace,
    facts: left,
  };
  return { kind: 'answered', phases: [phase] };
}

/** The first sum that differs, with both sides. */
function problemOf(expected: readonly ExpectedSum[], got: readonly KeySums[]): string | null {
  const text = (sum: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.values(sum));
  const wanted = expected.map(({ budget, key, requested, used, reserved, limit, exceeded }) => {
    // A sum beyond 64 bits is cut off.
    const most = requested > 2n ** 63n - 1n ? 2n ** 63n - 1n : requested;
    const figures = { requested: String(most), used: String(used), reserved: String(reserved) };
    return text({
      budget: budget.name,
      key,
      ...figures,
      limit: limit === null ? null : String(limit),
      exceeded,
    });
  });
  const found = got.map(({ budget, key, requested, used, reserved, limit, exceeded }, i) =>
    text({
      budget,
      key,
      requested,
      used,
      reserved,
      limit: expected[i]?.limit === null ? null : limit,
      exceeded,
    }),
  );
  const same = JSON.stringify(wanted.toSorted()) === JSON.stringify(found.toSorted());
  return same ? null : `sums: expected ${wanted.join(' ')}, got ${found.join(' ')}`;
}
