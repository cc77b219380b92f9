import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { MANIFEST_FILE, matchesManifest } from '../../../library/node/signing/manifest.ts';
import { signedVersion } from '../../../library/node/signing/signed-version.ts';
import type { CompilerStart, MountableRuleset } from '../protocol/compile-protocol.ts';
import { readConstantsFile } from '../../../library/node/constants.ts';
import { SourceError } from '../../../library/node/sources.ts';
import { compileMountable, withoutSessions } from './compile-mountable.ts';
import { notReadable } from './compile-state.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';

/** Compiles the ruleset that the service is started with. Throws ServiceError. */
export async function mount(
  path: string,
  start: Pick<CompilerStart, 'lenient' | 'cache' | 'publicKey' | 'constants' | 'root'>,
): Promise<MountableRuleset> {
  const { publicKey, constants, root } = start;
  try {
    const real = await realpath(path).catch(() => {
      throw new SourceError(path, 'missing', 'no such file or folder');
    });
    const folder = (await stat(real)).isDirectory();
    const { sources, name } = await readStable(real, folder, real, root ?? undefined);
    const given = constants === null ? [] : [await readConstantsFile(constants)];
    const details = withoutSessions(compileMountable([...sources, ...given], { name }, start));
    const version = publicKey === null ? null : await versionOf(real, folder, sources);
    return version === null ? details : { ...details, fileVersion: version };
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

/** The number of a file, or of a folder's manifest if it is one of these files. */
async function versionOf(path: string, folder: boolean, sources: readonly Source[]): Promise<number | null> {
  if (!folder) return signedVersion(sources[0]?.text ?? '');
  const manifest = await readFile(join(path, MANIFEST_FILE), 'utf8').catch(() => null);
  const files = sources.map(({ path: name, text }) => ({ path: name, bytes: Buffer.from(text, 'utf8') }));
  return manifest !== null && matchesManifest(manifest, files) ? signedVersion(manifest) : null;
}
