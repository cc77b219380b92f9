/** Drawn short rules over a document, as cases for CLIPS. */
import { generator } from '../claims-fuzz/fuzz.ts';
import { isProvided } from './condition-text.ts';
import { smallerCondition } from './smaller-condition.ts';
import { drawDocument, spoil, type Document } from './documents.ts';
import { drawFacts, inputs, type FactsDraft } from './facts.ts';
import { drawPolicy, policyText, type PolicyDraft } from './policy.ts';
import { createDice } from '../judge/dice.ts';
import type { ProgramKind } from '../judge/judge.ts';
import type { Case } from '../judge/program.ts';

interface ShortProgram {
  readonly policy: PolicyDraft;
  readonly document: Document;
  readonly facts: FactsDraft;
}

const RULES = 5;

/** Programs of a seed. Functions that the service provides are stubs in the constructs, so no rule calls one. */
export function drawShortPrograms(seed: number, count: number): readonly ShortProgram[] {
  return Array.from({ length: count }, (_, i) => {
    const dice = createDice({ nextInt: generator(seed, i) });
    const policy = drawPolicy(dice, RULES, false);
    const rules = policy.rules.filter(({ condition }) => !isProvided(condition));
    const drawn = drawDocument(dice);
    const document = policy.declaration === null ? spoil(dice, drawn) : drawn;
    return { policy: { ...policy, rules }, document, facts: drawFacts(dice) };
  });
}

export const shortCase = ({ policy, document, facts }: ShortProgram): Case => ({
  yaml: policyText(policy),
  phases: [inputs(facts)],
  document,
});

/** The program with one part left out. */
function* smallerShort(program: ShortProgram): Generator<ShortProgram> {
  const { policy, document, facts } = program;
  const { rules } = policy;
  for (const i of rules.keys()) yield { ...program, policy: { ...policy, rules: rules.toSpliced(i, 1) } };
  for (const key of Object.keys(document)) {
    const { [key]: _, ...rest } = document;
    yield { ...program, document: rest };
  }
  for (const name of ['a', 'b'] as const)
    for (const i of facts[name].keys())
      yield { ...program, facts: { ...facts, [name]: facts[name].toSpliced(i, 1) } };
  for (const [i, rule] of rules.entries())
    for (const condition of smallerCondition(rule.condition))
      yield { ...program, policy: { ...policy, rules: rules.with(i, { ...rule, condition }) } };
}

export const SHORT: ProgramKind<ShortProgram> = { caseOf: shortCase, smaller: smallerShort };
