import type { PlacedElement } from './place-elements.ts';
import type { JoinTest } from './network.ts';
import { elementAt } from '../required.ts';

/**
 * Attaches tests to the pattern before them (rulebld.c: AttachTestCEsToPatternCEs): to the join test of a positive
 * pattern, to the secondary test of a negated or existential one.
 */
export function attachTests(elements: readonly PlacedElement[]): PlacedElement[] {
  const [head, ...rest] = elements;
  if (head === undefined) return [];
  const result = [head];
  let beforeLast: PlacedElement | null = null;
  for (const test of rest) {
    const last = elementAt(result, result.length - 1);
    if (test.kind !== 'test' || test.begin > last.end || last.begin > last.end) {
      beforeLast = last;
      result.push(test);
      continue;
    }
    if (test.begin === test.end || (beforeLast !== null && beforeLast.end === test.begin)) {
      (last.negated ? last.secondary : last.tests).push(...test.tests);
    } else {
      closeGroup(last, test, beforeLast);
    }
    last.end = test.end;
  }
  return result;
}

/** A test that closes a group of one pattern turns the pattern itself into a negated or existential one. */
function closeGroup(last: PlacedElement, test: PlacedElement, beforeLast: PlacedElement | null): void {
  const begin = beforeLast === null ? test.end : Math.max(beforeLast.end, test.end);
  const takeAgreement = (): JoinTest[] => {
    const { agreement } = last;
    last.agreement = [];
    return agreement;
  };
  if (!last.negated) {
    last.begin = begin;
    last.negated = true;
    if (last.existsGroup) {
      last.existsGroup = false;
      last.exists = true;
    }
    last.tests.push(...takeAgreement(), ...test.tests);
  } else if (last.exists && last.existsGroup && beforeLast === null) {
    last.begin = begin;
    last.existsGroup = false;
    last.secondary.push(...takeAgreement(), ...test.tests);
  } else {
    last.secondary.push(...test.tests);
  }
}
