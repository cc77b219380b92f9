/** `scheme`, authority with its slashes, path, and what is behind it. */
const PARTS = /^([A-Za-z][\w+.-]*):(\/\/[^/?#]*)?([^?#]*)(.*)$/s;

/**
 * The address in the form that is equal for every way to write it: percent-escapes are resolved, and the letter of a
 * drive is small.
 */
export function keyOf(uri: string): string {
  const parts = PARTS.exec(uri);
  if (parts === null) return uri;
  const [, scheme = '', authority = '', path = '', rest = ''] = parts;
  const decoded = decode(path).replace(/^\/([A-Za-z]):/, (_, drive: string) => `/${drive.toLowerCase()}:`);
  const host = authority.toLowerCase() === '//localhost' ? '//' : authority;
  return `${scheme.toLowerCase()}:${host}${decoded}${rest}`;
}

/** Each escape that is valid by itself. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    });
  }
}

/** The rest of an address whose last part is its authority. */
const ABOVE_ROOT = /^[A-Za-z][\w+.-]*:\/$/;

/** The folder that holds a file; `null` for an address without folders, as of a text without a name. */
export function folderOf(key: string): string | null {
  const end = key.lastIndexOf('/');
  return end === -1 || ABOVE_ROOT.test(key.slice(0, end)) ? null : key.slice(0, end);
}

/** Path of a file from a folder on, with `..` where it is outside; `null` if they have no folder in common. */
export function relativePath(folder: string, key: string): string | null {
  if (key.startsWith(`${folder}/`)) return key.slice(folder.length + 1);
  let up = '..';
  for (let around = folderOf(folder); around !== null; around = folderOf(around), up += '/..')
    if (key.startsWith(`${around}/`)) return `${up}/${key.slice(around.length + 1)}`;
  return null;
}

/** The file that a path names, seen from a folder. `null` if it leads above the root. */
export function joinPath(folder: string, path: string): string | null {
  let base: string | null = folder;
  const named: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') named.push(part);
    else if (named.length > 0) named.pop();
    else if ((base = folderOf(base)) === null) return null;
  }
  return [base, ...named].join('/');
}

/** The name without folders. */
export function nameOf(key: string): string {
  return key.slice(Math.max(key.lastIndexOf('/'), key.indexOf(':')) + 1);
}
