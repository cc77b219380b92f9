import type { FactInput } from '../../runtime/facts/read-facts.ts';

/** The slots of all facts of one template, in order. */
export function ofTemplate(facts: readonly FactInput[], template: string): FactInput['data'][] {
  return facts.filter((fact) => fact.template === template).map(({ data }) => data);
}
