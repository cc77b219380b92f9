/** True if a whole name matches a glob: `*` is any text, `?` any character. */
export function globMatcher(glob: string): (name: string) => boolean {
  const pattern = glob
    .split(/([*?])/)
    .map((part) => (part === '*' ? '[^]*' : part === '?' ? '[^]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&')))
    .join('');
  const expression = new RegExp(`^${pattern}$`, 'u');
  return (name) => expression.test(name);
}
