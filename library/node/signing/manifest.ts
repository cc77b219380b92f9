import { createHash } from 'node:crypto';
import { withoutVersion } from './signed-version.ts';

/** Name of the manifest in a ruleset folder; its bytes are what is signed for a folder. */
export const MANIFEST_FILE = 'ferrule.lock';

/** A file of a ruleset: path relative to the folder with `/`, and its exact bytes. */
interface RulesetFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One `sha256  relative/path` line per file, sorted by path. */
export function writeManifest(files: readonly RulesetFile[]): string {
  const lines = files.map(({ path, bytes }) => ({
    path,
    hash: createHash('sha256').update(bytes).digest('hex'),
  }));
  lines.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return lines.map(({ hash, path }) => `${hash}  ${path}\n`).join('');
}

/**
 * Checks that the manifest lists exactly these files with exactly these contents; a first line may give it a number. A path with a line break never does: it
 * could pass for two lines, and so hide a file.
 */
export function matchesManifest(manifest: string, files: readonly RulesetFile[]): boolean {
  return files.every(({ path }) => !/[\n\r]/.test(path)) && withoutVersion(manifest) === writeManifest(files);
}
