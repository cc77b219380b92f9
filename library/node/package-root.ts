import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The folder of this package, found from here upwards: this module may run from its source or from any depth of the
 * bundles in dist/.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** A bundle of this package, such as `evaluation-worker.js`. */
export function bundleFile(name: string): URL {
  return pathToFileURL(join(packageRoot(), 'dist', name));
}
