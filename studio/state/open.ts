/** Opens files: those of the offline server, of a shared link, or the example. */
import { batch } from '@preact/signals';
import { isRules } from '../protocol/file-kinds.ts';
import { busyWith } from './busy.ts';
import { restoreDraft } from './draft.ts';
import { EXAMPLE } from './example.ts';
import type { FileStore } from './files.ts';
import { readShare } from './share.ts';
import { alertText, files, openPath, origin, request, ruleset, rulesets } from './state.ts';
import type { EditedFile, Origin } from './state.ts';

/** @param first path of the file for the editor; `null` for the first with rules */
export function show(name: string, opened: readonly EditedFile[], from: Origin, first: string | null): void {
  const rules =
    opened.find((file) => isRules(file) && file.path.startsWith('rules/')) ?? opened.find(isRules);
  // At once: the history would take files of another ruleset for an edit.
  batch(() => {
    origin.value = from;
    ruleset.value = name;
    files.value = opened;
    openPath.value = opened.find(({ path }) => path === first)?.path ?? rules?.path ?? opened[0]?.path ?? '';
  });
}

export function showExample(): void {
  show('example', EXAMPLE, { kind: 'example' }, null);
}

/** @param name of the ruleset; `null` for the first */
export async function openFolder(store: FileStore, name: string | null): Promise<void> {
  const folder = await busyWith('Opening files', () => store.open(name));
  rulesets.value = folder.rulesets.map((one) => ({ id: one, label: one }));
  const read = folder.files.map((one) => ({ ...one, saved: one.text }));
  show(folder.ruleset, restoreDraft(folder.ruleset, read), { kind: 'folder' }, null);
}

/** Throws ShareError. */
export async function openShared(share: string): Promise<void> {
  const given = await readShare(share);
  const shared = given.files.map((one) => ({ ...one, saved: one.text, etag: null }));
  show('shared', shared, { kind: 'shared' }, given.open);
  request.value = given.request;
}

/** Saves what is unsaved. An alert names the file that was not. */
export async function save(store: FileStore): Promise<void> {
  for (const file of files.value) {
    if (file.text === file.saved) continue;
    try {
      const etag = await store.save(ruleset.value, file.path, file.text, file.etag);
      files.value = files.value.map((one) =>
        one.path === file.path ? { ...one, saved: file.text, etag } : one,
      );
    } catch (error) {
      alertText.value = `${file.path} was not saved: ${error instanceof Error ? error.message : String(error)}`;
      return;
    }
  }
}
