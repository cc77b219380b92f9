/** The path of a file that is named in another one; null when it leads out of the ruleset. */
export function resolvePath(from: string, to: string): string | null {
  if (to === '' || to.startsWith('/') || to.includes('\\') || to.includes('\0')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '..') {
      // An imported file is at `../…`: what it names is below the root, or it is not there.
      const last = parts.pop();
      if (last === undefined || last === '..') return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
