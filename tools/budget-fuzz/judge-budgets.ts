import type { Answer } from '../../library/node/clips/answer.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import { firstDifference, isComparable, isRejected } from '../judge/compare.ts';
import { drawBudgetPrograms } from './draw.ts';
import { budgetYaml, type BudgetProgram } from './program.ts';
import { runBudgets, type JudgedDecision } from './run.ts';

/** Results of drawn programs with budgets. */
interface BudgetVerdict {
  readonly decisions: number;
  /** Decisions that CLIPS made, too. */
  readonly compared: number;
  readonly counted: number;
  /** Decisions that a budget did not allow. */
  readonly held: number;
  /** Each with the program, for people. */
  readonly differences: readonly string[];
}

/** Judges the drawn programs of a seed: CLIPS is given the sums of each decision, and the ledger is compared with a plain list. */
export async function judgeBudgets(clips: Clips | null, seed: number, count: number): Promise<BudgetVerdict> {
  const rows: {
    readonly program: BudgetProgram;
    readonly index: number;
    readonly decision: JudgedDecision;
  }[] = [];
  for (const program of drawBudgetPrograms(seed, count))
    for (const [index, decision] of (await runBudgets(program)).entries())
      rows.push({ program, index, decision });
  const asked =
    clips === null ? [] : rows.filter(({ decision }) => isJudge(clips.version, decision.clips.ruleset));
  const answers =
    clips === null
      ? []
      : await runClips(
          clips,
          asked.map(({ decision }) => decision.clips),
        );
  const differences: string[] = [];
  let compared = 0;
  for (const { program, index, decision } of rows) {
    const { problem } = decision;
    if (problem !== null) differences.push(told(program, index, problem));
  }
  for (const [i, { program, index, decision }] of asked.entries()) {
    const answer = withoutSums(answers[i]!);
    if (!isRejected(answer) && !isComparable(answer, decision.answer)) continue;
    compared++;
    const difference = firstDifference(answer, decision.answer);
    if (difference !== null) {
      const { what, clips: one, ferrule: other } = difference;
      differences.push(told(program, index, `${what}: CLIPS ${one}, ferrule ${other}`));
    } else if (answer.kind === 'answered' && decision.isUsing) {
      // What the rules allow on the sums is what the ledger counts.
      const isAllowed = answer.phases[0]?.decision === 'allow';
      if (isAllowed !== decision.counted)
        differences.push(told(program, index, `counted ${decision.counted}, CLIPS allows ${isAllowed}`));
    }
  }
  return {
    decisions: rows.length,
    compared,
    counted: rows.filter(({ decision }) => decision.counted).length,
    held: rows.filter(({ decision: { isUsing, counted } }) => isUsing && !counted).length,
    differences,
  };
}

/** Sums are not among the facts that a decision includes. */
function withoutSums(answer: Answer): Answer {
  if (answer.kind !== 'answered') return answer;
  const phases = answer.phases.map((phase) => ({
    ...phase,
    facts: phase.facts.filter((fact) => !fact.startsWith(`(${BUDGET_TEMPLATE} `)),
  }));
  return { ...answer, phases };
}

function told(program: BudgetProgram, index: number, problem: string): string {
  const decisions = JSON.stringify(program.decisions.slice(0, index + 1), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `decision ${index + 1}: ${problem}\n--- ruleset.yaml\n${budgetYaml(program)}--- decisions\n${decisions}`;
}
