import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** One of the texts but for its case. */
export const inIgnoreCase = textOperator('in_ignore_case', {
  one: 'service-equals-ignore-case?',
  some: 'service-in-ignore-case?',
});

export const notInIgnoreCase = complementOf('not_in_ignore_case', inIgnoreCase);
