import { expect, test } from 'vitest';
import { Batcher } from '../../../server/sessions/batcher.ts';

test('what waits at one moment is done together, and nothing joins work that began before it came', async () => {
  const batches: (readonly number[])[] = [];
  let finish = (): void => undefined;
  const batcher = new Batcher<number, number>((items) => {
    batches.push(items);
    return new Promise((resolve) => {
      finish = () => {
        resolve(items.map((item) => 10 * item));
      };
    });
  });
  const first = [1, 2, 3].map((item) => batcher.add(item));
  await expect.poll(() => batches.length).toBe(1);
  const second = [4, 5].map((item) => batcher.add(item));
  finish();
  expect(await Promise.all(first)).toEqual([10, 20, 30]);
  await expect.poll(() => batches.length).toBe(2);
  finish();
  expect(await Promise.all(second)).toEqual([40, 50]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('failed work is reported to all that waited for it, and to no other caller', async () => {
  let fails = true;
  const batcher = new Batcher<number, number>((items) => {
    if (fails) return Promise.reject(new Error('away'));
    return Promise.resolve(items);
  });
  const results = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await batcher.add(3)).toBe(3);
});
