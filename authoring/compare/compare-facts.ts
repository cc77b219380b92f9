import { jsonText } from '../../runtime/values/json-text.ts';
import type { FactOutput } from '../../runtime/facts/read-facts.ts';
import type { WrittenFact } from '../../library/suite/suite-schema.ts';
import type { FactsExpectation } from '../../library/suite/suite.ts';
import type { Difference } from './difference.ts';
import { includesMembers } from './same-value.ts';

/** Compares the facts at the end. */
export function compareFacts(
  expected: FactsExpectation,
  facts: readonly FactOutput[],
): readonly Difference[] {
  const isOne = (wanted: WrittenFact) => (fact: FactOutput) =>
    fact.template === wanted.template && includesMembers(wanted.data, fact.data);
  const differences: Difference[] = [];
  for (const wanted of expected.includes ?? []) {
    if (facts.some(isOne(wanted))) continue;
    const alike = facts.filter(({ template }) => template === wanted.template).map(showFact);
    const got = alike.length === 0 ? `no ${wanted.template}` : alike.join(', ');
    differences.push({ what: 'facts.includes', expected: showFact(wanted), got });
  }
  for (const unwanted of expected.excludes ?? []) {
    const found = facts.find(isOne(unwanted));
    if (found === undefined) continue;
    differences.push({ what: 'facts.excludes', expected: `no ${showFact(unwanted)}`, got: showFact(found) });
  }
  return differences;
}

function showFact({ template, data }: FactOutput | WrittenFact): string {
  return `${template} ${jsonText(data) ?? '{}'}`;
}
