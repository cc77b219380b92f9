import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** Letters are equal when they differ in case only: Unicode simple folding, as `(?i)` of `matches`. */
export const equalsIgnoreCase = textOperator('equals_ignore_case', {
  one: 'service-equals-ignore-case?',
  some: null,
});

export const notEqualsIgnoreCase = complementOf('not_equals_ignore_case', equalsIgnoreCase);
