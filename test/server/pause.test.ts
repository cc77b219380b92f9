import { expect, test } from 'vitest';
import { createPause } from '../../server/evaluation/main/pause.ts';

test('a rest without requests is a turn of the event loop', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('other'));
  await createPause()
    .rest()
    .then(() => done.push('rest'));
  expect(done).toEqual(['other', 'rest']);
});

test('a rest goes on while requests come', async () => {
  const pause = createPause();
  let isOver = false;
  pause.noteRequest();
  const rest = pause.rest().then(() => (isOver = true));
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    pause.noteRequest();
  }
  expect(isOver).toBe(false);
  await rest;
});
