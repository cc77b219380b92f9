const OWN_ONLY = 0o077;

/**
 * Has files and folders that this process makes from now on be for its user alone, those of libraries too. For commands
 * that keep state: other files belong to the user who requested them.
 *
 * @returns restores what the user had, for a process that starts programs of the user
 */
export function keepFilesPrivate(): () => void {
  const given = process.umask(OWN_ONLY);
  return () => void process.umask(given);
}
