/** Returns the decision, or rejects with DOMException `TimeoutError` if there is none in time. */
export function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException(`no decision within ${timeoutMs} ms`, 'TimeoutError'));
    }, timeoutMs);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
