/** Bytes of the heap that are reachable. The process must run with --expose-gc. */
export function heapInUse(): number {
  if (globalThis.gc === undefined) throw new Error('run with --expose-gc');
  // Objects that only finalizers and weak references hold go at the second collection.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
