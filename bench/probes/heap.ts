import { setImmediate } from 'node:timers/promises';

/** V8 forgets compiled scripts and flushes code over several collections; then the heap stays as it is. */
const MOST_COLLECTIONS = 60;
const STILL = 8;

/** Bytes of the heap that are reachable. The process must run with --expose-gc. */
export async function heapInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
  let least = Infinity;
  for (let i = 0, still = 0; i < MOST_COLLECTIONS && still < STILL; i++) {
    globalThis.gc();
    await setImmediate();
    const { heapUsed } = process.memoryUsage();
    still = heapUsed < least ? 0 : still + 1;
    least = Math.min(least, heapUsed);
  }
  return least;
}
