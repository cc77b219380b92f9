/** Names of tests: equal as long as the names of file, suite and case are. */

export const suiteId = (key: string, suite: string): string => `${key}#${encodeURIComponent(suite)}`;

/** @param seen how often each name was met in the suite: a second case of one name gets a number */
export function caseId(suite: string, name: string, seen: Map<string, number>): string {
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return `${suite}/${encodeURIComponent(name)}${count === 1 ? '' : `/${count}`}`;
}
