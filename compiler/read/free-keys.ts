import type { ReadContext } from './context.ts';
import type { YamlEntry, YamlMap } from './yaml-node.ts';

/** A key that someone commented out inside of quotes or braces. */
const COMMENTED = /^(?:#(?:\s|$)|\/\/)/;
/** Keys that only work elsewhere, with the place. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['attestation', '`then`'],
  ['obligations', '`then`'],
  ['retract', '`then`'],
  ['salience', 'the rule'],
]);

/** The entries of a map that takes any key, without those that were meant as comments, which are reported. */
export function freeEntries(map: YamlMap | null, { report }: ReadContext): readonly YamlEntry[] {
  return [...(map?.entries.values() ?? [])].filter(({ key }) => {
    const isComment = COMMENTED.test(key.value);
    if (isComment) report.add('commented-key', key.at, { key: key.value });
    return !isComment;
  });
}

/** As `freeEntries`, for `metadata`: keys that do something beside it, and nothing in it, are reported, too. */
export function metadataEntries(map: YamlMap | null, context: ReadContext): readonly YamlEntry[] {
  return freeEntries(map, context).filter(({ key }) => {
    const owner = ELSEWHERE.get(key.value);
    if (owner !== undefined) context.report.add('misplaced-key', key.at, { key: key.value, owner });
    return owner === undefined;
  });
}
