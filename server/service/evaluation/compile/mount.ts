import { realpath, stat } from 'node:fs/promises';
import { compileSources } from '../../../../compiler/compile.ts';
import type { CompilerStart, MountableRuleset } from '../compile-protocol.ts';
import { readConstantsFile } from '../../../library/constants.ts';
import { SourceError } from '../../../library/sources.ts';
import { mountable, notReadable } from './compile-state.ts';
import { readStable } from './read-stable.ts';

/** Compiles the ruleset that the service is started with. Throws ServiceError. */
export async function mount(
  path: string,
  { lenient, constants }: Pick<CompilerStart, 'lenient' | 'constants'>,
): Promise<MountableRuleset> {
  try {
    const real = await realpath(path).catch(() => {
      throw new SourceError(path, 'missing', 'no such file or folder');
    });
    const { sources, name } = await readStable(real, (await stat(real)).isDirectory());
    const given = constants === null ? [] : [await readConstantsFile(constants)];
    return mountable(compileSources([...sources, ...given], { name, lenient }));
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}
