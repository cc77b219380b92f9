/** Work that the user waits for: the page is busy meanwhile, and work that takes longer shows what it is, with a button to stop it. */
import { asking, progress } from './state.ts';

/** Milliseconds after which work is shown with a button to stop it. */
const SHOWN_MS = 300;

/** @param work calls back with how far it is, in words */
export async function busyWith<Value>(
  words: string,
  work: (onProgress: (message: string) => void) => Promise<Value>,
): Promise<Value> {
  asking.value++;
  let shown = words;
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    progress.value = shown;
  }, SHOWN_MS);
  try {
    return await work((message) => {
      shown = `${words}: ${message}`;
      if (isShown) progress.value = shown;
    });
  } finally {
    clearTimeout(timer);
    if (--asking.value === 0) progress.value = null;
  }
}

const open = new Set<AbortController>();

/**
 * A request to the service that the user waits for, and can stop. Throws what the request throws.
 *
 * @param outer stops it, too
 */
export async function fetching<Value>(
  words: string,
  ask: (stop: AbortSignal) => Promise<Value>,
  outer: AbortSignal | null = null,
): Promise<Value> {
  const controller = new AbortController();
  const stop = outer === null ? controller.signal : AbortSignal.any([controller.signal, outer]);
  open.add(controller);
  try {
    return await busyWith(words, () => ask(stop));
  } finally {
    open.delete(controller);
  }
}

/** Stops all requests that the user waits for. */
export function stopFetching(): void {
  for (const controller of open) controller.abort();
}

/** True for what was stopped: there is nothing to say about it. */
export const isStopped = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
