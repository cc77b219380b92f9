/** Runs work after the poll phase, once for all callers of one tick of the event loop. */
export function oncePerTick(work: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      work();
    });
  };
}
