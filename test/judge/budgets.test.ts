/** Drawn rulesets with budgets: several decisions in a row, judged by CLIPS on the same sums, and by a plain list of uses. */
import { expect, it } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { judgeBudgets } from '../../tools/budget-fuzz/judge-budgets.ts';
import { DRAWN, freshSeed } from './judge-drawn.ts';

const clips = await findClips();

it('CLIPS decides on the same sums as ferrule, and the ledger keeps those of a plain list', async () => {
  const seed = freshSeed('budgets');
  const verdict = await judgeBudgets(clips, seed, DRAWN);
  expect(verdict.differences).toEqual([]);
  expect(verdict.counted).toBeGreaterThan(DRAWN / 2);
  expect(verdict.held).toBeGreaterThan(DRAWN / 2);
  if (clips !== null) expect(verdict.compared).toBeGreaterThan(verdict.decisions / 3);
});
