import { buildAt, type Builder } from './build-expression.ts';
import type { Lowered, Operator } from './operator.ts';

/** The negation of a predicate. INVARIANT: given a predicate. */
export function complement(lowered: Lowered, { call }: Builder): Lowered {
  if (lowered.kind !== 'predicate') throw new TypeError('only a predicate has a complement here');
  const { build } = lowered;
  return { kind: 'predicate', build: (subject) => call('not', build(subject)), restriction: null };
}

/** The negation of a test that every value passes: no value is left, which the checker reports. */
const NEVER: Lowered = {
  kind: 'predicate',
  build: (subject) => subject,
  restriction: { kind: 'one-of', values: [] },
};

/** The operator that holds exactly when another does not. INVARIANT: that one is lowered to one predicate, or none. */
export function complementOf(name: string, operator: Operator): Operator {
  return {
    ...operator,
    name,
    lower(call, ...operands) {
      const [test] = operator.lower(call, ...operands);
      return [test === undefined ? NEVER : complement(test, buildAt(call.at))];
    },
  };
}
