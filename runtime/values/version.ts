/** Versions of Semantic Versioning 2.0, as npm reads them. */

export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** Identifiers behind the hyphen. */
  readonly prerelease: readonly string[];
}

const NUMBER = '0|[1-9]\\d*';
const PRERELEASE = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
/** Suffix of the three numbers; the first group is the pre-release. */
export const VERSION_TAIL = `(?:-(${PRERELEASE}(?:\\.${PRERELEASE})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?`;
const VERSION = new RegExp(`^v?(${NUMBER})\\.(${NUMBER})\\.(${NUMBER})${VERSION_TAIL}$`);
const NUMERIC = /^\d+$/;
const LONGEST = 256;

export function createVersion(
  major: number,
  minor: number,
  patch: number,
  prerelease: string | undefined,
): Version | null {
  if (![major, minor, patch].every(Number.isSafeInteger)) return null;
  return { numbers: [major, minor, patch], prerelease: prerelease?.split('.') ?? [] };
}

/** The version that a text says; null when it is none. */
export function readVersion(text: string): Version | null {
  if (text.length > LONGEST) return null;
  const match = VERSION.exec(text.trim());
  if (match === null) return null;
  return createVersion(Number(match[1]), Number(match[2]), Number(match[3]), match[4]);
}

/** Numbers come before names, and are compared as numbers. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [NUMERIC.test(a), NUMERIC.test(b)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  // A release comes after all that was released before it.
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareIdentifiers(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Negative, zero or positive, as `a` comes before, with or after `b`. */
export function compareVersions(a: Version, b: Version): number {
  for (const [i, number] of a.numbers.entries()) {
    const order = number - b.numbers[i]!;
    if (order !== 0) return order;
  }
  return comparePrereleases(a.prerelease, b.prerelease);
}
