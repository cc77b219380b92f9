import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KIND_FOLDERS } from '../../authoring/language-service/workspace/layout.ts';
import { CommandError } from '../command.ts';

export interface ServedRuleset {
  readonly name: string;
  /** Real path of the folder of its files. */
  readonly folder: string;
  /** Name of the file that is the ruleset; `null` for a folder. */
  readonly file: string | null;
}

const RULES = /(?<!\.test)\.ya?ml$/i;

/**
 * The rulesets that a path holds: a file or a folder with rules is one; in another folder, each file and folder with rules.
 *
 * @throws CommandError
 */
export async function findRulesets(path: string): Promise<readonly [ServedRuleset, ...ServedRuleset[]]> {
  const real = await realpath(path).catch(() => {
    throw new CommandError(`${path} does not exist`);
  });
  if ((await stat(real)).isFile())
    return [{ name: basename(real).replace(/\.ya?ml$/i, ''), folder: dirname(real), file: basename(real) }];
  if (await isRuleset(real)) return [{ name: basename(real), folder: real, file: null }];
  const found: ServedRuleset[] = [];
  for (const entry of (await readdir(real, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  ))
    if (entry.isDirectory() && !entry.name.startsWith('.') && (await isRuleset(join(real, entry.name))))
      found.push({ name: entry.name, folder: join(real, entry.name), file: null });
  const [first, ...others] = found;
  if (first === undefined) throw new CommandError(`${path} holds no ruleset`);
  return [first, ...others];
}

async function isRuleset(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.some((entry) =>
    entry.isDirectory() ? KIND_FOLDERS.has(entry.name) : RULES.test(entry.name),
  );
}

/** False for the rules of other rulesets in the folder of one that is a file. */
export const isOfRuleset = ({ file }: ServedRuleset, path: string): boolean =>
  file === null || path === file || !RULES.test(path);
