/** Paths below a folder. Only the text is looked at: symbolic links are not followed. */

/** A path with `.`, `..` and `//` resolved. */
export interface ResolvedPath {
  readonly isAbsolute: boolean;
  readonly segments: readonly string[];
}

/**
 * What some programs read as a separator or the end of a path, and others do not: a backslash, NUL, characters that
 * look like a slash or become one when they are normalised.
 */
const AMBIGUOUS = /[\0\\\u2044\u2215\u2216\u29f5\u29f8\ufe68\uff0f\uff3c]/;
/** Dots, slashes, backslashes and NUL encoded as in a URL, also more than once, too long, or in IIS' own form. */
const ENCODED = /%(?:25)*(?:2[ef]|5c|00|c0%|c1%|e0%80%|u[0-9a-f]{4})/i;
/** A segment of dots, some of which only look like dots or have parameters behind them as servlets take them. */
const LIKE_DOTS = /^(?=.*[^.])[.\u2024\u2025\ufe52\uff0e]+(?:;.*)?$/s;

/** The path that a text says; null when it escapes from where it begins, or programs would disagree on it. */
export function resolvePath(text: string): ResolvedPath | null {
  if (text === '' || AMBIGUOUS.test(text) || ENCODED.test(text)) return null;
  const segments: string[] = [];
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (LIKE_DOTS.test(segment)) return null;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return { isAbsolute: text.startsWith('/'), segments };
}

/** Whether a path is the folder or lies in it. A relative path lies in no absolute folder, and in null lies none. */
export function isPathWithin(folder: ResolvedPath | null, text: string): boolean {
  if (folder === null) return false;
  const path = resolvePath(text);
  if (path?.isAbsolute !== folder.isAbsolute) return false;
  return folder.segments.every((segment, i) => segment === path.segments[i]);
}
