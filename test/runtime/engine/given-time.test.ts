/** The time of one scoped evaluation, in place of the engine's clock: a ledger sets it. */
import { expect, test } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const TEXT = `
templates: { call: { at!: time } }
rules: { past: { allow: ok, if: call.at <= now } }
`;
const SECOND = 1_000;

const engine = await Engine.fromSources([{ path: 'past.yaml', text: TEXT }], { warmUp: false, now: () => 0 });
const decide = (now?: number): unknown =>
  engine.evaluate({
    ...{ scoped: true, facts: [{ template: 'call', data: { at: 10 } }] },
    ...(now === undefined ? {} : { now }),
  }).decision;

test('is what rules see as `now`, in this evaluation alone', () => {
  expect(decide(10 * SECOND)).toBe('allow');
  expect(decide(10 * SECOND - 1)).toBe('deny');
  expect(decide()).toBe('deny');
});

test.each([NaN, Infinity, '10', null])('%s is refused, and nothing is left behind', (now) => {
  expect(() => decide(now as number)).toThrow('`now` must be a number of milliseconds');
  expect(engine.size).toBe(0);
  expect(decide(10 * SECOND)).toBe('allow');
});
