import { FairQueue } from './fair-queue.ts';

/** Places that actors share: every actor's first operation precedes any actor's second. */
interface FairTurns {
  /**
   * Runs an operation of an actor as soon as it has a place. It must not ask for another place itself.
   * @throws the error of `patience` if no place was free in time
   */
  readonly run: <T>(actor: string, operation: () => Promise<T>) => Promise<T>;
}

/** Time in milliseconds that an operation waits for its turn, and the error afterwards. */
interface Patience {
  readonly ms: number;
  readonly late: () => Error;
  /** The actor that waits for as long as it takes. */
  readonly except?: string;
}

/**
 * @param places how many operations run at once
 * @param patience `null` if operations wait for as long as it takes
 */
export function createFairTurns(places: number, patience: Patience | null = null): FairTurns {
  const waiting = new FairQueue<() => void>();
  let free = places;

  /** Resolves when there is a place. */
  function take(actor: string): Promise<void> {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      if (patience === null || actor === patience.except) {
        waiting.push(actor, resolve);
        return;
      }
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        if (waiting.remove(actor, enter)) reject(patience.late());
      }, patience.ms);
      waiting.push(actor, enter);
    });
  }

  /** Hands the place to the next that waits. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  }

  return {
    async run(actor, operation) {
      await take(actor);
      try {
        return await operation();
      } finally {
        leave();
      }
    },
  };
}
