import { readFile, rename, writeFile } from 'node:fs/promises';
import { emitDeclarations } from '../../../compiler/emit/declarations/emit-declarations.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';

/** Exports of a ruleset's module, in addition to its types. */
const DOOR = `
import type { CompiledRuleset } from 'ferrule';
import type { Engine, EngineOptions } from 'ferrule/engine';
declare const ruleset: CompiledRuleset;
declare const createEngine: (options?: EngineOptions) => Engine<Facts>;
declare const policy: { readonly ruleset: CompiledRuleset; readonly createEngine: typeof createEngine };
export default policy;
`;

/** File in which TypeScript looks for the types of an import: `a.rules.d.yaml.ts` for `a.rules.yaml`. */
function declarationPath(path: string): string {
  return path.replace(/\.(ya?ml)$/, '.d.$1.ts');
}

/** Writes the types of a ruleset file beside it, when they have changed. A folder has no place for them. */
export async function writeDeclarations(path: string, ruleset: Ruleset): Promise<void> {
  const target = declarationPath(path);
  if (target === path) return;
  const text = emitDeclarations(ruleset) + DOOR;
  if ((await readFile(target, 'utf8').catch(() => null)) === text) return;
  const unfinished = `${target}.${process.pid}.tmp`;
  await writeFile(unfinished, text);
  await rename(unfinished, target);
}
