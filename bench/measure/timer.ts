export interface Elapsed {
  /** By the clock. */
  readonly nanoseconds: number;
  /** Processor time of all threads of this process. */
  readonly processor: number;
}

/** Starts a timer; the returned function reads it. Both times are in nanoseconds. */
export function startTimer(): () => Elapsed {
  const usage = process.cpuUsage();
  const started = process.hrtime.bigint();
  return () => {
    const nanoseconds = Number(process.hrtime.bigint() - started);
    const { user, system } = process.cpuUsage(usage);
    return { nanoseconds, processor: (user + system) * 1000 };
  };
}
