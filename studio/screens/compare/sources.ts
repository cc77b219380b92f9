/** Where the old version of a comparison is from. */
import type { StudioRuleset } from '../../protocol/messages.ts';
import { api } from '../../state/connection.ts';
import { fetching } from '../../state/busy.ts';
import { mode } from '../../state/mode.ts';
import { mountedOf, served, servedProblem } from '../../state/served.ts';
import { files, ruleset, store } from '../../state/state.ts';

export type Source = 'Mounted version' | 'Text' | 'File' | 'Git ref';

export const HINTS: Readonly<Record<Source, string>> = {
  'Mounted version': 'Name of a ruleset of the service',
  File: 'Path of a file, as it was opened or saved last',
  'Git ref': 'A branch, a tag or a commit, such as HEAD or main',
  Text: 'The YAML of the old version',
};

/** The sources that this page has. */
export function sourcesOf(): readonly Source[] {
  if (mode.value.kind === 'connected') return ['Mounted version', 'Text'];
  return store.value === null ? ['Text', 'File'] : ['Text', 'File', 'Git ref'];
}

/** Name of the mounted ruleset, the open one first. */
export function mountedName(): string | null {
  const all = served.value ?? [];
  const own = all.find(({ name, mounted }) => mounted && name === ruleset.value);
  return (own ?? mountedOf(all))?.name ?? null;
}

/** The old version. Throws Error with what went wrong, for the user. */
export async function oldVersion(source: Source, written: string): Promise<StudioRuleset> {
  const name = written.trim();
  const { value: own } = ruleset;
  switch (source) {
    case 'Mounted version':
      return servedVersion(name === '' ? mountedName() : name);
    case 'Text':
      return { name: own, files: [{ path: 'old.yaml', text: written }] };
    case 'File': {
      if (!files.value.some(({ path }) => path === name)) throw new Error(`this ruleset has no file ${name}`);
      // The other files stay as they are in the page.
      return {
        name: own,
        files: files.value.map(({ path, text, saved }) => ({ path, text: path === name ? saved : text })),
      };
    }
    case 'Git ref':
      if (store.value === null) throw new Error('this page has no files: open it with ferrule studio');
      return { name: own, files: await store.value.atRef(own, name) };
  }
}

async function servedVersion(name: string | null): Promise<StudioRuleset> {
  const { value: client } = api;
  if (client === null) throw new Error('Sign in to compare with the mounted version.');
  if (servedProblem.value !== null) throw new Error(servedProblem.value);
  const all = served.value ?? [];
  const found = all.find((one) => one.name === name && one.mounted) ?? all.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(
      name === null
        ? 'No ruleset is mounted. Name one of the service.'
        : `The service has no ruleset ${name}.`,
    );
  return fetching('Reading the old version', (stop) => client.source(found.hash, stop));
}
