import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/** Instead of a folder: nothing is kept. */
export const IN_MEMORY = ':memory:';

/** Where the data of this user's programs belong (XDG base directories and their like). */
export function defaultDataDir(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = environment;
  if (xdg !== undefined && xdg !== '') return join(xdg, 'ferrule');
  if (platform() === 'win32') return join(local ?? homedir(), 'ferrule');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Application Support', 'ferrule');
  return join(homedir(), '.local', 'share', 'ferrule');
}
