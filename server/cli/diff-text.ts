/** What `ferrule diff` prints for people. */
import type { RulesetDiff } from '../authors/diff/ruleset-diff.ts';
import type { ReplayNotes } from '../evidence/replay/replay.ts';
import { writeComparison, writeNotes } from './replay-text.ts';

export function writeDiff(diff: RulesetDiff, notes: ReplayNotes | null): string {
  const counts = diff.proved && diff.count === 0 ? '' : writeComparison(diff);
  const more = diff.search?.only_new ?? 0;
  const onlyNew = more === 0 ? '' : `${number(more)} not compared: only the new version takes their facts\n`;
  return `${headText(diff)}\n${counts}${onlyNew}${notes === null ? '' : writeNotes(notes)}`;
}

function headText({ verdict, proved, search, count }: RulesetDiff): string {
  if (verdict !== 'equivalent') return `${verdict}${searchText(search)}`;
  if (proved) return search === null ? 'equivalent (proved)' : `equivalent (proved${searchText(search)})`;
  return search === null
    ? 'equivalent for these'
    : `equivalent (not found in ${number(count)}${searchText(search)})`;
}

/** Nothing for requests that were given. */
function searchText(search: RulesetDiff['search']): string {
  if (search === null) return '';
  if (search.exhaustive) return ` for all ${number(search.all ?? 0)} that rules tell apart`;
  const all =
    search.all === null ? '' : `, all ${number(search.all)} of at most one fact a template among them`;
  return `${all}, seed ${search.seed}${search.cut_short ? ', cut short' : ''}`;
}

function number(count: number): string {
  return count.toLocaleString('en-US');
}
