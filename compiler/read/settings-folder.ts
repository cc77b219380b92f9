/**
 * Sources below this folder hold values that a load puts in the place of the ruleset's own constants. They are sources
 * like any other, so that the hash covers them and who compiles the same sources later comes to the same ruleset.
 */
export const SETTINGS_FOLDER = '@constants/';

export function isSettings(path: string): boolean {
  return path.startsWith(SETTINGS_FOLDER) || path.includes('/' + SETTINGS_FOLDER);
}
