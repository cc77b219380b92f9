/** The state of the page. Screens are functions of it. */
import { computed, signal } from '@preact/signals';
import type { Answers, CaseName, StudioFile, StudioRuleset } from '../protocol/messages.ts';
import { readAddress } from './address.ts';
import type { FileStore } from './files.ts';

/** A file with the text that was last read or saved. */
export interface EditedFile extends StudioFile {
  readonly saved: string;
  readonly etag: string | null;
}

/** Where the open files are from. */
export type Origin =
  | { readonly kind: 'folder' | 'example' | 'shared' }
  /** `hash`: the version of the service's ruleset. */
  | { readonly kind: 'service'; readonly hash: string; readonly base: NonNullable<StudioRuleset['base']> };

/** A ruleset that can be opened. */
interface RulesetChoice {
  /** Its name, or its hash for one of the service. */
  readonly id: string;
  readonly label: string;
}

export const address = signal(readAddress(location.hash));
export const ruleset = signal('ruleset');
export const rulesets = signal<readonly RulesetChoice[]>([]);
export const origin = signal<Origin>({ kind: 'example' });
export const files = signal<readonly EditedFile[]>([]);
/** Path of the file in the editor. */
export const openPath = signal('');
/** The request as JSON text. */
export const request = signal('[]');
/** The files of the offline server; `null` without its key. */
export const store = signal<FileStore | null>(null);
/** True if the files belong to PATH: a shared ruleset does not. */
export const isSaved = computed(() => origin.value.kind === 'folder');
/** The last error for the user; `null` if there is none. */
export const alertText = signal<string | null>(null);
/** Work that takes longer than a moment, in words; `null` if there is none. */
export const progress = signal<string | null>(null);

export const decided = signal<Answers['decide'] | null>(null);
export const explained = signal<Answers['explain'] | null>(null);
export const flips = signal<Answers['flips'] | null>(null);
export const cases = signal<readonly CaseName[]>([]);
export const tested = signal<Answers['test'] | null>(null);
/** Coverage of the cases by the last run; `null` if the rules or cases changed since. */
export const measured = signal<Answers['coverage'] | null>(null);
/** Number of questions that are open. */
export const asking = signal(0);
/** Place to show in the editor; a new object shows it again. */
export const shownPlace = signal<{ readonly file: string; readonly line: number } | null>(null);

export const isDirty = computed(() => files.value.some(({ text, saved }) => text !== saved));

export const current = computed<StudioRuleset>(() => ({
  name: ruleset.value,
  files: files.value.map(({ path, text }) => ({ path, text })),
  ...(origin.value.kind === 'service' ? { base: origin.value.base } : {}),
}));

export function editFile(path: string, text: string): void {
  const before = files.value.find((one) => one.path === path);
  if (before === undefined || before.text === text) return;
  files.value = files.value.map((one) => (one.path === path ? { ...one, text } : one));
}

/** Adds a file, or replaces its text. */
export function writeFile(path: string, text: string): void {
  if (files.value.some((one) => one.path === path)) editFile(path, text);
  else files.value = [...files.value, { path, text, saved: '', etag: null }];
}

export function showPlace(file: string, line: number): void {
  if (!files.value.some(({ path }) => path === file)) return;
  openPath.value = file;
  shownPlace.value = { file, line };
}
