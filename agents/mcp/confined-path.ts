/** Paths that an assistant names stay under the folder that it was given. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** The request of an assistant cannot be fulfilled; it reads the message. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}

/** The real path of a file or folder under the root, links followed. Throws ToolError for every other one. */
export async function confinedPath(root: string, path: string): Promise<string> {
  let found: string;
  let top: string;
  try {
    top = await realpath(root);
    found = await realpath(resolve(top, path));
  } catch {
    throw new ToolError(`${JSON.stringify(path)} does not exist`);
  }
  const below = relative(top, found);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new ToolError(`${JSON.stringify(path)} does not exist`);
  }
  return found;
}
