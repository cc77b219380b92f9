/** Unsaved text survives a reload of the page, within its tab. */
import { computed, effect } from '@preact/signals';
import { files, origin, ruleset, type EditedFile } from './state.ts';

const PREFIX = 'ferrule-studio-draft ';

/** Under which the text of the open files is kept; `null` for what is not kept. */
const kept = computed((): string | null => {
  const { value: from } = origin;
  if (from.kind === 'service') return serviceDraft(from.hash);
  return from.kind === 'folder' ? ruleset.value : null;
});

/** Name of the drafts of a version of the service. */
export const serviceDraft = (hash: string): string => `service ${hash}`;

/** Forgets what was written over rulesets of the service. */
export function forgetServiceDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX + serviceDraft(''))) sessionStorage.removeItem(key);
}

/** The files with what was written and not saved. A draft of a file that has changed since is kept, too: saving it is refused. */
export function restoreDraft(name: string, read: readonly EditedFile[]): readonly EditedFile[] {
  const drafts = readDrafts(sessionStorage.getItem(PREFIX + name));
  return read.map((file) => {
    const draft = drafts.find(({ path }) => path === file.path);
    return draft === undefined ? file : { ...file, text: draft.text, etag: draft.etag };
  });
}

type Draft = Pick<EditedFile, 'path' | 'text' | 'etag'>;

function readDrafts(text: string | null): readonly Draft[] {
  try {
    return JSON.parse(text ?? '[]') as readonly Draft[];
  } catch {
    return [];
  }
}

export function startDrafts(): void {
  effect(() => {
    if (kept.value === null) return;
    const key = PREFIX + kept.value;
    const drafts: readonly Draft[] = files.value
      .filter(({ text, saved }) => text !== saved)
      .map(({ path, text, etag }) => ({ path, text, etag }));
    if (drafts.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(drafts));
  });
}
