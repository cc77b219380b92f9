import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { SETTINGS_FOLDER } from '../../compiler/read/settings-folder.ts';
import { failToRead } from '../source-error.ts';

type Single = string | number | boolean;

/** Values for constants of a ruleset: each of the kind and type that the ruleset's own has. */
export type ConstantValues = Readonly<
  Record<string, Single | readonly Single[] | Readonly<Record<string, Single>>>
>;

/** The source that gives constants their values for one load. `name` appears in messages. */
export function constantsSource(values: ConstantValues, name = 'constants.json'): Source {
  return { path: SETTINGS_FOLDER + name, text: JSON.stringify(values) };
}

/** The same for YAML text that is at hand. */
export function constantsText(text: string, name: string): Source {
  return { path: SETTINGS_FOLDER + name, text };
}

/** The source that a file with values for constants is. Throws SourceError. */
export async function readConstantsFile(path: string): Promise<Source> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => failToRead(path, error));
  return constantsText(text, `1/${basename(path)}`);
}
