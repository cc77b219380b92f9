import type { TestCase } from '../../../library/suite/suite.ts';

/** True for a case that expects the rule to fire. */
export function namesFired({ expect, steps }: Pick<TestCase, 'expect' | 'steps'>, rule: string): boolean {
  const all = [expect, ...(steps ?? []).map((step) => ('expect' in step ? step.expect : null))];
  return all.some((one) => {
    const { includes = [], exactly = [], order = [] } = one?.fired ?? {};
    return [...includes, ...exactly, ...order].includes(rule);
  });
}
