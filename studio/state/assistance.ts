/** Help in the editor. It starts after the first decision, which waits for nothing else. */
import { effect, signal } from '@preact/signals';
import type { Assistance } from '../language/assistance.ts';
import { alertText, decided, editFile, files, openPath } from './state.ts';

/** `null` until the language server has started. */
export const assistance = signal<Assistance | null>(null);

/** Once: files of another ruleset replace those of the first. */
export function startAssisting(): void {
  const stop = effect(() => {
    if (decided.value === null) return;
    queueMicrotask(() => {
      stop();
      void start();
    });
  });
}

async function start(): Promise<void> {
  try {
    const { startAssistance } = await import('../language/assistance.ts');
    assistance.value = await startAssistance({
      list: () => files.peek(),
      edit: editFile,
      open: (path) => (openPath.value = path),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    alertText.value = `The editor works without completion and fixes: ${why}. Load the page again to try once more.`;
  }
}
