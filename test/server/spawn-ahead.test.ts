/** Threads that are spawned before it is known what they start with. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { spawnAhead } from '../../server/evaluation/main/spawn-ahead.ts';
import { sendStart } from '../../server/evaluation/main/start-message.ts';

/** Sends its number, then echoes messages; ends at `end`. */
const ECHO = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.postMessage(threadId);
    parentPort.on('message', (text) => (text === 'end' ? process.exit() : parentPort.postMessage(text)));
  `)}`,
);

test('a thread that was spawned ahead is taken first, and then others are spawned', async () => {
  const threads = spawnAhead(ECHO, {}, 1);
  const first = threads.take();
  const second = threads.take();
  const taken = [first, second];
  // Both listen before either is awaited: a message without a listener is lost.
  const greetings = taken.map((thread) => once(thread, 'message'));
  for (const [i, thread] of taken.entries()) {
    await greetings[i];
    sendStart(thread, 'hello');
    expect(await once(thread, 'message')).toEqual(['hello']);
  }
  expect(first).not.toBe(second);
  await Promise.all([first.terminate(), second.terminate()]);
});

test('a thread that ended before it was taken is not given away', async () => {
  const threads = spawnAhead(new URL('data:text/javascript,process.exit()'), {}, 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const taken = threads.take();
  expect((await once(taken, 'exit'))[0]).toBe(0);
});

test('threads that were not taken end with the source', async () => {
  const threads = spawnAhead(ECHO, {}, 2);
  await threads.close();
  const taken = threads.take();
  expect(await once(taken, 'message')).toHaveLength(1);
  await taken.terminate();
});
