/**
 * Runs work that somebody waits for no longer than a deadline.
 * @param ms until the deadline; Infinity for none
 * @param work is not interrupted; `isLate` returns true once its result is no longer awaited
 * @param late makes the error for the one that waits
 */
export function beforeDeadline<T>(
  ms: number,
  work: (isLate: () => boolean) => Promise<T>,
  late: () => Error,
): Promise<T> {
  if (ms === Infinity) return work(() => false);
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(late());
    }, ms);
    work(() => isLate)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
