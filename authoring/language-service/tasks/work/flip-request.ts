import { keysOfPath } from '../../../../library/document/path-text.ts';
import { withoutValue, withValue } from '../../../../library/document/edit-document.ts';
import type { Change, Explanation } from '../../../../library/explain/explanation.ts';
import { writeJson } from '../../../../library/json.ts';
import type { FactInput } from '../../../../runtime/facts/read-facts.ts';

interface Given {
  readonly facts: readonly FactInput[];
  readonly input: unknown;
}

/** The request after the changes of a flip; null if one of them is not about what the request gave. */
export function changedRequest(
  given: Given,
  changes: readonly Change[],
  explanation: Pick<Explanation, 'facts'>,
): Given | null {
  const removed = new Set<number>();
  const facts = [...given.facts];
  let { input } = given;
  for (const change of changes) {
    switch (change.kind) {
      case 'set':
      case 'leave_out': {
        const keys = keysOfPath(change.path);
        if (keys === null) return null;
        input = change.kind === 'set' ? withValue(input ?? {}, keys, change.to) : withoutValue(input, keys);
        break;
      }
      case 'add':
        facts.push({ template: change.template, data: change.data });
        break;
      case 'slot':
      case 'remove': {
        const told = explanation.facts[change.fact - 1];
        const index = told === undefined ? -1 : given.facts.findIndex((one) => isSame(one, told));
        const fact = facts[index];
        if (fact === undefined) return null;
        if (change.kind === 'remove') removed.add(index);
        else facts[index] = { ...fact, data: { ...fact.data, [change.slot]: change.to } };
      }
    }
  }
  return { facts: facts.filter((_, i) => !removed.has(i)), input };
}

/** True if a fact of the explanation, which has the defaults of its slots, is a given one. */
function isSame({ template, data }: FactInput, told: Explanation['facts'][number]): boolean {
  return (
    template === told.template &&
    Object.entries(data).every(([slot, value]) => writeJson(value) === writeJson(told.data[slot]))
  );
}
