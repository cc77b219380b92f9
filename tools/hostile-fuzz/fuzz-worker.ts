/** Entry of the thread that attacks: it may hang or die without taking the watcher with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { attack } from './attack.ts';
import { createDrawer } from './draw-input.ts';
import type { AttackReport, AttackStart } from './watch.ts';

const { from, to, seed, token, url, limitMs, progress } = workerData as AttackStart;
const at = new Int32Array(progress);
const draw = createDrawer({ seed, token });
const tally = { refused: 0, loaded: 0 };

for (let index = from; index < to; index++) {
  Atomics.store(at, 0, index);
  const input = draw(index);
  try {
    tally[await attack(input, url, limitMs)]++;
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ kind: 'failure', index, problem } satisfies AttackReport);
  }
}
parentPort?.postMessage({ kind: 'done', ...tally } satisfies AttackReport);
