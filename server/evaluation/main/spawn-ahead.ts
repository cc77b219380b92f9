import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Source of threads. */
export interface ThreadSource {
  /** A thread that waits for its start message. */
  readonly take: () => Worker;
  /** Ends the threads that were not taken. */
  readonly close: () => Promise<void>;
}

/**
 * Spawns this many threads at once: they load their code while the service finds out what they start with. Later threads are
 * spawned when they are taken.
 */
export function spawnAhead(file: URL, options: WorkerOptions, count: number): ThreadSource {
  const spawn = (): Worker => new Worker(file, options);
  const spares = new Map<Worker, () => void>();
  for (let i = 0; i < count; i++) {
    const thread = spawn();
    // A spare neither keeps the process alive nor ends it. One that died is not given away.
    const drop = (): void => void spares.delete(thread);
    thread.unref();
    thread.on('error', drop).on('exit', drop);
    spares.set(thread, drop);
  }
  return {
    take() {
      for (const [thread, drop] of spares) {
        spares.delete(thread);
        thread.off('error', drop).off('exit', drop).ref();
        return thread;
      }
      return spawn();
    },
    close: async () => void (await Promise.all([...spares.keys()].map((thread) => thread.terminate()))),
  };
}
