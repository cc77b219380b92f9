/** Text output of `ferrule diff`. */
import type { RulesetDiff } from '../authoring/diff/ruleset-diff.ts';
import type { ReplayNotes } from '../evidence/replay/replay.ts';
import { visible } from '../library/shown-text.ts';
import { writeJson } from '../library/json.ts';
import { writeComparison, writeNotes } from './replay-text.ts';

export function writeDiff(diff: RulesetDiff, notes: ReplayNotes | null): string {
  const counts = diff.proved && diff.count === 0 ? '' : writeComparison(diff);
  const more = diff.search?.only_new ?? 0;
  const onlyNew =
    more === 0 ? '' : `${number(more)} not compared: only the new version accepts their facts\n`;
  return `${headText(diff)}\n${counts}${onlyNew}${unreachedText(diff.unreached)}${notes === null ? '' : writeNotes(notes)}`;
}

function headText({ verdict, search, count, proved }: RulesetDiff): string {
  if (verdict === 'no difference found')
    return `no difference found in ${number(count)} ${count === 1 ? 'request' : 'requests'}${searchText(search)}`;
  if (!proved) return `${verdict}${searchText(search)}`;
  return search === null ? 'equivalent (proved)' : `equivalent (proved${searchText(search)})`;
}

/** Changes that no request reached, with where they are. */
function unreachedText(unreached: RulesetDiff['unreached']): string {
  if (unreached.length === 0) return '';
  const told = unreached.slice(0, MOST_TOLD).map(({ kind, version, name, row, file, line }) => {
    const what = row === null ? name : `${name} ${writeJson(row)}`;
    return `  ${visible(`${KINDS[kind]} ${what} (${version} version, ${file}:${line})`)}\n`;
  });
  const more = unreached.length - told.length;
  return `\nno request reached:\n${told.join('')}${more > 0 ? `  and ${number(more)} more\n` : ''}`;
}

const MOST_TOLD = 20;
const KINDS: Readonly<Record<RulesetDiff['unreached'][number]['kind'], string>> = {
  rule: 'rule',
  conditions: 'changed conditions of',
  row: 'row of',
};

/** Nothing for requests that were given. */
function searchText(search: RulesetDiff['search']): string {
  if (search === null) return '';
  if (search.exhaustive) return ` for all ${number(search.all ?? 0)} that rules distinguish`;
  const all = search.all === null ? '' : `, all ${number(search.all)} with at most one fact per template`;
  return `${all}, seed ${search.seed}${search.cut_short ? ', cut short' : ''}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
