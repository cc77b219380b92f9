import { expect, test } from 'vitest';
import { createHeat } from '../../../library/heat.ts';

test('code is hot once rounds have not become faster for a while', () => {
  const heat = createHeat();
  const rounds = [20, 15, 30, 9, 8.5, 9, 9, 9, 9];
  expect(rounds.map(heat.isHot)).toEqual([false, false, false, false, false, false, false, false, true]);
});

test('a round that is slow alone does not count as progress when the next is fast', () => {
  const heat = createHeat();
  expect([10, 39, 10].map(heat.isHot)).toEqual([false, false, true]);
});
