import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dice } from '../judge/dice.ts';
import { CompileError } from '../../library/compile-error.ts';
import { Engine, SourceError } from '../../library/node/engine.ts';
import { isInternalMessage } from './internal-message.ts';
import type { Outcome } from './attack-compiler.ts';

const NAMES = [
  'a.yaml',
  'b.yml',
  'C.YAML',
  'd.yaml.bak',
  '.e.yaml',
  'graphs',
  'f',
  'g.test.yaml',
  'h .yaml',
  'i.yaml ',
  'é.yaml',
];
/** The folder that is read, in a folder of its own. */
const READ = 'read';
/** The last leads out of it and in again. */
const TARGETS = ['.', '..', '../..', 'a.yaml', '/etc/passwd', '/', 'nowhere', 'f', `../${READ}/f`];

/** Content of one drawn folder, so that it can be made again. */
export type DrawnFile =
  { readonly path: string; readonly text: string } | { readonly path: string; readonly link: string };

/** Files, folders and links under a root; the texts are wounded rulesets, some no text at all. */
export function drawFiles(dice: Dice, drawText: () => string): readonly DrawnFile[] {
  return dice.times(dice.int(1, 6), (): DrawnFile => {
    const path = dice.times(dice.int(1, 3), () => dice.pick(NAMES)).join('/');
    return dice.percent(25) ? { path, link: dice.pick(TARGETS) } : { path, text: drawText() };
  });
}

/** Reads and compiles the folder. Throws an Error that says what went wrong. */
export async function attackFiles(files: readonly DrawnFile[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-hostile-'));
  const root = join(folder, READ);
  try {
    await mkdir(root);
    for (const file of files) await make(root, file);
    await Engine.fromRules(root);
    return 'loaded';
  } catch (error) {
    const isRefusal = error instanceof SourceError || error instanceof CompileError;
    if (!isRefusal || isInternalMessage(error.message)) throw error;
    return 'refused';
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Skips entries that cannot be made because a file is in the place of a folder. */
async function make(root: string, file: DrawnFile): Promise<void> {
  const path = join(root, file.path);
  try {
    await mkdir(join(path, '..'), { recursive: true });
    if ('link' in file) await symlink(file.link, path);
    else
      await writeFile(path, Buffer.from(file.text, file.text.length % 7 === 0 ? 'latin1' : 'utf8'), {
        flag: 'wx',
      });
  } catch {
    return;
  }
}
