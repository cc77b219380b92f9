import { useEffect } from 'preact/hooks';

/**
 * Runs work again and again while the page is visible, the next time a while after the last has ended. It is aborted when its
 * screen is left, and runs at once when the page is shown again.
 *
 * @param ms milliseconds between the runs
 * @param work must not throw; resolves with false to end
 * @param reasons a change of these starts anew
 */
export function usePoll(
  ms: number,
  work: (stop: AbortSignal) => Promise<boolean>,
  reasons: readonly unknown[],
): void {
  useEffect(() => {
    const controller = new AbortController();
    let timer = 0;
    let isRunning = false;
    const run = async (): Promise<void> => {
      if (isRunning || controller.signal.aborted || document.visibilityState !== 'visible') return;
      isRunning = true;
      const goesOn = await work(controller.signal);
      isRunning = !goesOn;
      if (goesOn && !controller.signal.aborted) timer = window.setTimeout(() => void run(), ms);
    };
    const onShown = (): void => {
      clearTimeout(timer);
      void run();
    };
    document.addEventListener('visibilitychange', onShown);
    void run();
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, reasons);
}
