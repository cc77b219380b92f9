import { setImmediate } from 'node:timers/promises';

/** V8 forgets compiled scripts and flushes code over several collections. */
const COLLECTIONS = 10;

/** Bytes of the heap that are reachable. The process must run with --expose-gc. */
export async function heapInUse(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed;
}
