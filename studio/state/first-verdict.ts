import { effect } from '@preact/signals';
import { alertText, decided } from './state.ts';

/** Milliseconds after which nothing waits for the first verdict: the rules may have to be changed to come to one. */
const PATIENCE_MS = 3_000;

/** Settled when the first verdict or an alert has been rendered, or takes long: the page reads other code after it. */
export const firstVerdict = new Promise<void>((resolve) => {
  setTimeout(resolve, PATIENCE_MS);
  const stop = effect(() => {
    if (decided.value === null && alertText.value === null) return;
    queueMicrotask(() => {
      stop();
      setTimeout(resolve);
    });
  });
});
