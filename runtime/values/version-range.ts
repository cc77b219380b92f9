/** Ranges of versions as npm writes them: `>=1.2 <2`, `^1.2.3 || ~2.1`, `1.x`, `1.2 - 2.3`. */
import { compareVersions, createVersion, readVersion, VERSION_TAIL, type Version } from './version.ts';

type Relation = '<' | '<=' | '>' | '>=' | '=';

export interface Comparator {
  readonly relation: Relation;
  readonly version: Version;
}

/** Alternatives, each of comparators that all hold. */
export type VersionRange = readonly (readonly Comparator[])[];

/** A version of which the last numbers may be left out; `x`, `X` and `*` leave them out, too. */
interface Partial {
  readonly numbers: readonly number[];
  readonly prerelease: string | undefined;
}

const PART = '(0|[1-9]\\d*|[xX*])';
const PARTIAL = `${PART}(?:\\.${PART}(?:\\.${PART}${VERSION_TAIL})?)?`;
const COMPARATOR = new RegExp(`^(~>?|\\^|[<>]?=?)([v=]*)${PARTIAL}$`);
const HYPHEN = new RegExp(`^[v=\\s]*${PARTIAL}\\s+-\\s+[v=\\s]*${PARTIAL}$`);
/** Groups of a partial version: three numbers and the pre-release. */
const GROUPS = 4;
const SPACED_SIGN = /(~>?|\^|[<>]=?|=)\s+/g;
/** The first version of all that begin with some numbers. */
const FIRST = '0';
const LONGEST = 256;

function partialOf(groups: readonly (string | undefined)[]): Partial {
  const numbers: number[] = [];
  for (const part of groups.slice(0, 3)) {
    if (part === undefined || !/^\d/.test(part)) break;
    numbers.push(Number(part));
  }
  return { numbers, prerelease: numbers.length === 3 ? groups[3] : undefined };
}

function compare(
  relation: Relation,
  [major = 0, minor = 0, patch = 0]: readonly number[],
  prerelease?: string,
): Comparator | null {
  const version = createVersion(major, minor, patch, prerelease);
  return version && { relation, version };
}

/** Below all versions that come after those with the first `kept` numbers. */
function below(numbers: readonly number[], kept: number): Comparator | null {
  return compare('<', [...numbers.slice(0, kept - 1), (numbers[kept - 1] ?? 0) + 1], FIRST);
}

/** How many of the numbers stay the same: for `^` all up to the first that is not zero. */
function keptNumbers(sign: string, numbers: readonly number[]): number {
  if (sign !== '^') return Math.min(numbers.length, 2);
  const first = numbers.findIndex((number) => number !== 0);
  return first < 0 ? numbers.length : first + 1;
}

function spread(sign: string, { numbers, prerelease }: Partial): readonly (Comparator | null)[] {
  if (numbers.length === 0) return [];
  return [compare('>=', numbers, prerelease), below(numbers, keptNumbers(sign, numbers))];
}

/** An order with a version whose last numbers are left out; all of them: everything or nothing. */
function orderPartial(relation: string, { numbers }: Partial): readonly (Comparator | null)[] {
  const count = numbers.length;
  if (count === 0) return relation === '<' || relation === '>' ? [compare('<', [], FIRST)] : [];
  switch (relation) {
    case '>':
      return [compare('>=', [...numbers.slice(0, count - 1), numbers[count - 1]! + 1])];
    case '>=':
      return [compare('>=', numbers)];
    case '<':
      return [compare('<', numbers, FIRST)];
    case '<=':
      return [below(numbers, count)];
    default:
      return [compare('>=', numbers), below(numbers, count)];
  }
}

/** True if a number follows an omitted one, as in `1.x.3`. */
function hasNumberAfter({ numbers }: Partial, groups: readonly (string | undefined)[]): boolean {
  return groups.slice(numbers.length, 3).some((part) => part !== undefined && /^\d/.test(part));
}

function readComparator(text: string): readonly (Comparator | null)[] {
  const match = COMPARATOR.exec(text);
  if (match === null) return [null];
  const [, sign = '', prefix, ...groups] = match;
  const partial = partialOf(groups);
  if (/^[~^]/.test(sign)) return spread(sign, partial);
  if (hasNumberAfter(partial, groups)) return [null];
  if (partial.numbers.length < 3) return orderPartial(sign, partial);
  if (prefix !== '' && prefix !== 'v') return [null];
  const relation = sign === '' ? '=' : (sign as Relation);
  return [compare(relation, partial.numbers, partial.prerelease)];
}

function readHyphen(groups: readonly (string | undefined)[]): readonly (Comparator | null)[] {
  const [from, to] = [partialOf(groups.slice(0, GROUPS)), partialOf(groups.slice(GROUPS))];
  const low = from.numbers.length === 0 ? [] : [compare('>=', from.numbers, from.prerelease)];
  if (to.numbers.length === 0) return low;
  const isWhole = to.numbers.length === 3;
  return [...low, isWhole ? compare('<=', to.numbers, to.prerelease) : below(to.numbers, to.numbers.length)];
}

function readAlternative(text: string): readonly (Comparator | null)[] {
  const hyphen = HYPHEN.exec(text);
  if (hyphen !== null) return readHyphen(hyphen.slice(1));
  return text
    .replace(SPACED_SIGN, '$1')
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap(readComparator);
}

/** The range that a text says; null when it is none. */
export function readVersionRange(text: string): VersionRange | null {
  if (text.length > LONGEST) return null;
  const range: Comparator[][] = [];
  for (const alternative of text.split('||')) {
    const comparators: Comparator[] = [];
    for (const comparator of readAlternative(alternative.trim())) {
      if (comparator === null) return null;
      comparators.push(comparator);
    }
    range.push(comparators);
  }
  return range;
}

function holds({ relation, version }: Comparator, asked: Version): boolean {
  const order = compareVersions(asked, version);
  switch (relation) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '=':
      return order === 0;
  }
}

/** A pre-release is meant only where one of the same version is named. */
function isMeant(comparators: readonly Comparator[], asked: Version): boolean {
  if (asked.prerelease.length === 0) return true;
  return comparators.some(
    ({ version }) =>
      version.prerelease.length > 0 && version.numbers.every((number, i) => number === asked.numbers[i]),
  );
}

/** True if a text is a version in the range; false for invalid versions and for a null range. */
export function versionSatisfies(range: VersionRange | null, text: string): boolean {
  const version = range && readVersion(text);
  if (version === null) return false;
  return range!.some(
    (comparators) =>
      comparators.every((comparator) => holds(comparator, version)) && isMeant(comparators, version),
  );
}

/** True if `versionSatisfies` can judge the text by the range. */
export function isVersionReadable(range: VersionRange | null, text: string): boolean {
  return range !== null && readVersion(text) !== null;
}
