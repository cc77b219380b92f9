/** Text output of `ferrule replay`. */
import type { Change, Comparison } from '../library/compare/compare.ts';
import type { RebuiltSums } from '../evidence/replay/budget-sums.ts';
import type { ReplayNotes } from '../evidence/replay/replay.ts';
import type { Outcome } from '../library/compare/outcome.ts';
import { visible } from '../library/shown-text.ts';
import { writeJson } from '../library/json.ts';
import type { Difference } from './replay.ts';

export function writeDifference({ record, recorded, now }: Difference): string {
  const { decision_id: id, ruleset, time } = record;
  return `${visible(`${id} (${ruleset}, ${time})`)}\n  recorded: ${outcomeText(recorded)}\n  now:      ${outcomeText(now)}\n`;
}

export function writeNotes(notes: ReplayNotes): string {
  const { withoutFacts, withoutMemory, withoutRuleset, masked, otherTimeZones } = notes;
  const lines = [
    [withoutFacts, 'their facts are not in the log'],
    [withoutMemory, 'the stored facts cannot be rebuilt'],
    [masked, 'values are masked'],
    [withoutRuleset, 'the version that decided is not in the archive'],
  ] as const;
  const zones = `${otherTimeZones} evaluated with the time zone data ${process.versions.tz} instead of the recorded version\n`;
  const leftOut = lines.map(([count, why]) => (count === 0 ? '' : `${count} left out: ${why}\n`));
  return leftOut.join('') + (otherTimeZones === 0 ? '' : zones);
}

/** Sums of budgets, if a log has any. */
export function writeSums(sums: RebuiltSums | null): string {
  if (sums === null || (sums.count === 0 && !sums.isPartial)) return '';
  const missing = sums.missing === 0 ? '' : `${sums.missing} records of budgets are missing\n`;
  const rebuilt = sums.isPartial
    ? 'sums of budgets not rebuilt: the log begins later than they do\n'
    : `${sums.count} sums of budgets rebuilt, ${sums.differences} differences\n`;
  return rebuilt + missing;
}

export function sumsJson(sums: RebuiltSums | null): object {
  if (sums === null || (sums.count === 0 && !sums.isPartial)) return {};
  const { count, differences, missing, isPartial: partial } = sums;
  return { budget_sums: { count, differences, missing, partial } };
}

/** The counts of a comparison and its changes. */
interface Compared extends Readonly<Omit<Comparison, 'changes'>> {
  readonly changes: readonly Change[];
}

export function writeComparison({ count, same, otherReasons, changes }: Compared): string {
  const rows = [
    ['before', 'after', 'decisions'],
    ...changes.map(({ before, after, count: n }) => [visible(before), visible(after), String(n)]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)) + 2);
  const table = rows.map(
    ([a = '', b = '', n = '']) => `${a.padEnd(widths[0]!)}${b.padEnd(widths[1]!)}${n}\n`,
  );
  const total = `${count} compared: ${same} the same, ${otherReasons} with the same decision for other reasons\n`;
  return changes.length === 0 ? total : `${total}\n${table.join('')}${changes.map(changeText).join('')}`;
}

function changeText({ before, after, rulesBefore, rulesAfter, example }: Change): string {
  const rules = [
    ...Object.entries(rulesBefore).map(([rule, n]) => `  no longer ${visible(rule)} (${n})\n`),
    ...Object.entries(rulesAfter).map(([rule, n]) => `  now ${visible(rule)} (${n})\n`),
  ];
  const which = example.decision_id === null ? '' : ` ${visible(example.decision_id)}:`;
  return (
    `\n${visible(`${before} -> ${after}`)}\n${rules.join('')}  such as${which} ${visible(writeJson(example.input))}\n` +
    `    before: ${outcomeText(example.before)}\n    after:  ${outcomeText(example.after)}\n`
  );
}

function outcomeText(outcome: Outcome): string {
  if ('error' in outcome) return visible(`${outcome.error.code}: ${outcome.error.detail}`);
  const { decision, reason, rule_trace: trace } = outcome;
  return visible(`${decision} (${reason}) by ${trace.length === 0 ? 'no rule' : trace.join(', ')}`);
}
