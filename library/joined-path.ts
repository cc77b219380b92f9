/** Paths with forward slashes as texts: reports name files also where there is no file system. */

/** The folder of a file, `.` if its path names none. */
export function folderOf(file: string): string {
  const end = file.lastIndexOf('/');
  if (end === -1) return '.';
  return end === 0 ? '/' : file.slice(0, end);
}

/** A path from a folder, without `.` and with every `..` followed. */
export function joinedPath(folder: string, path: string): string {
  const isAbsolute = folder.startsWith('/');
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  const text = parts.join('/');
  if (isAbsolute) return `/${text}`;
  return text === '' ? '.' : text;
}
