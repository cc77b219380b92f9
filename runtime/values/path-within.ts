import { decodeAll } from './percent.ts';

/** Paths below a folder. Only the text is looked at: symbolic links are not followed. */

/** A path with `.`, `..` and `//` resolved. */
export interface ResolvedPath {
  readonly isAbsolute: boolean;
  readonly segments: readonly string[];
}

/**
 * Characters that some programs read as a separator or the end of a path, and others do not: a backslash, NUL, characters that
 * look like a slash or become one when they are normalised.
 */
const AMBIGUOUS = /[\0\\\u2044\u2215\u2216\u29f5\u29f8\ufe68\uff0f\uff3c]/;
/** Dots, slashes, backslashes and NUL encoded as in a URL, also more than once, too long, or in IIS' own form. */
const ENCODED = /%(?:25)*(?:2[ef]|5c|00|c0%|c1%|e0%80%|u[0-9a-f]{4})/i;
/** A segment of dots, some of which only look like dots or have parameters behind them as servlets take them. */
const LIKE_DOTS = /^(?=.*[^.])[.\u2024-\u2026\ufe19\ufe30\ufe52\uff0e]+(?:;.*)?$/s;
/**
 * Characters that systems drop or trim from names, or that are invisible: white space, control characters, unpaired
 * surrogates, and characters without a glyph.
 */
const UNSEEN = /[\s\p{C}\p{Default_Ignorable_Code_Point}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
/** Every character that decides where a path leads: dots, separators, and what is read as one of them. */
const LEADING =
  /[.\0/\\\u2024-\u2026\u2044\u2215\u2216\u29f5\u29f8\ufe19\ufe30\ufe52\ufe68\uff0e\uff0f\uff3c]/g;

/** The path that a text says; null when it escapes from where it begins, or programs would disagree on it. */
export function resolvePath(text: string): ResolvedPath | null {
  if (text === '' || AMBIGUOUS.test(text) || ENCODED.test(text)) return null;
  const decoded = decodeAlike(text);
  if (decoded === null || (UNSEEN.test(decoded) && decoded.split('/').some(hidesDots))) return null;
  const segments: string[] = [];
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (LIKE_DOTS.test(segment)) return null;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return { isAbsolute: text.startsWith('/'), segments };
}

/** True for a segment that is `.` or `..` to who does not see all of its characters. */
function hidesDots(segment: string): boolean {
  const seen = segment.replace(ALL_UNSEEN, '');
  return seen !== segment && (seen === '.' || seen === '..' || LIKE_DOTS.test(seen));
}

/**
 * Returns the decoded text; null if decoding, however often, reveals a dot or a separator. Servers decode once, twice or until
 * nothing changes, some before normalising characters.
 */
function decodeAlike(text: string): string | null {
  const decoded = decodeAll(text);
  if (decoded === null || decoded === text) return decoded;
  return leading(decoded) === leading(text) ? decoded : null;
}

function leading(text: string): string {
  return (text.match(LEADING) ?? []).join('');
}

/** True if a path is the folder or inside it. A relative path is in no absolute folder, and a null folder holds none. */
export function isPathWithin(folder: ResolvedPath | null, text: string): boolean {
  if (folder === null) return false;
  const path = resolvePath(text);
  if (path?.isAbsolute !== folder.isAbsolute) return false;
  return folder.segments.every((segment, i) => segment === path.segments[i]);
}

/**
 * True if `isPathWithin` can judge the path by the folder. Where a relative path leads by an absolute folder, or `~`, depends
 * on what the rules do not know.
 */
export function isPathReadable(folder: ResolvedPath | null, text: string): boolean {
  const path = resolvePath(text);
  if (folder === null || path?.isAbsolute !== folder.isAbsolute) return false;
  return path.segments[0]?.startsWith('~') !== true;
}
