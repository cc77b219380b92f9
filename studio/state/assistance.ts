/** Help in the editor. It starts after the first decision, which waits for nothing else. */
import { effect, signal } from '@preact/signals';
import type { Assistance } from '../language/assistance.ts';
import { decided, editFile, files, openPath, ruleset } from './state.ts';

/** `null` until the language server has started. */
export const assistance = signal<Assistance | null>(null);

export function startAssisting(): void {
  let of: string | null = null;
  effect(() => {
    if (decided.value === null || of === ruleset.value) return;
    const name = (of = ruleset.value);
    assistance.peek()?.end();
    assistance.value = null;
    void import('../language/assistance.ts').then(async ({ startAssistance }) => {
      const started = await startAssistance({
        list: () => files.peek(),
        edit: editFile,
        open: (path) => (openPath.value = path),
      });
      if (name === ruleset.peek()) assistance.value = started;
      else started.end();
    });
  });
}
