/** Unsaved text survives a reload of the page, within its tab. */
import { effect } from '@preact/signals';
import { files, isSaved, ruleset, type EditedFile } from './state.ts';

const keyOf = (name: string): string => `ferrule-studio-draft ${name}`;

/** The files with what was written and not saved. A draft of a file that has changed since is kept, too: saving it is refused. */
export function restoreDraft(name: string, read: readonly EditedFile[]): readonly EditedFile[] {
  const drafts = readDrafts(sessionStorage.getItem(keyOf(name)));
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
    if (!isSaved.value) return;
    const drafts: readonly Draft[] = files.value
      .filter(({ text, saved }) => text !== saved)
      .map(({ path, text, etag }) => ({ path, text, etag }));
    if (drafts.length === 0) sessionStorage.removeItem(keyOf(ruleset.value));
    else sessionStorage.setItem(keyOf(ruleset.value), JSON.stringify(drafts));
  });
}
