/**
 * Runs work that somebody waits for no longer than a deadline. Work that is late is not interrupted.
 * @param ms until the deadline; Infinity for none
 * @param late makes the error for the one that waits
 */
export function beforeDeadline<T>(ms: number, work: () => Promise<T>, late: () => Error): Promise<T> {
  if (ms === Infinity) return work();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
