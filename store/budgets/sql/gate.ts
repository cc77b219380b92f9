/** Work that runs together, and work that runs alone. */
export interface Gate {
  readonly together: <T>(work: () => Promise<T>) => Promise<T>;
  /** Waits for what runs together. What comes meanwhile waits for this. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

const settled = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => undefined,
    () => undefined,
  );

export function createGate(): Gate {
  const running = new Set<Promise<void>>();
  let closed: Promise<void> | null = null;
  return {
    async together(work) {
      while (closed !== null) await closed;
      const run = work();
      const end = settled(run).then(() => void running.delete(end));
      running.add(end);
      return run;
    },
    alone(work) {
      const before = closed;
      const run = (async () => {
        await before;
        await Promise.all(running);
        return work();
      })();
      const end = settled(run).then(() => {
        if (closed === end) closed = null;
      });
      closed = end;
      return run;
    },
  };
}
