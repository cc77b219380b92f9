/**
 * Runs work whose caller waits no longer than a deadline. Late work is not interrupted.
 * @param ms until the deadline; Infinity for none
 * @param late makes the error for the caller
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
