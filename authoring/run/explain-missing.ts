import type { Answer } from '../compare/compare-answer.ts';
import type { Difference } from '../compare/difference.ts';
import { byBringer } from '../../library/by-bringer.ts';
import { oneWhyNot } from '../../library/explain/formats/text.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { TestRuleset } from './test-ruleset.ts';
import type { Expectation } from '../../library/suite/suite.ts';

/** Maximum rules per case that are explained if they did not fire. */
const TOLD = 3;

/** Adds to what differs in the firings why the rules that were to fire did not. */
export async function explainMissing(
  { engine, explain }: Pick<TestRuleset, 'engine' | 'explain'>,
  { facts, input }: { readonly facts: readonly WrittenFact[]; readonly input: unknown },
  { fired }: Expectation,
  answer: Answer,
  differences: readonly Difference[],
): Promise<readonly Difference[]> {
  const last = differences.findLastIndex(({ what }) => what.startsWith('fired'));
  if (explain === null || last === -1 || fired === undefined || 'error' in answer) return differences;
  const wanted = [...(fired.includes ?? []), ...(fired.exactly ?? []), ...(fired.order ?? [])];
  const missing = [...new Set(wanted)].filter((name) => !answer.ruleTrace.includes(name)).slice(0, TOLD);
  const why: string[] = [];
  for (const rule of missing) {
    const explanation = await explain({ ...byBringer(engine.ruleset, facts), input, rule });
    why.push(...explanation.not_fired.flatMap((one) => oneWhyNot(explanation, one)));
  }
  return differences.map((one, i) => (i === last && why.length > 0 ? { ...one, why } : one));
}
