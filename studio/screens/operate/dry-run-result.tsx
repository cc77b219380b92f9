import { indented } from '../../protocol/indented.ts';
import { writeJson } from '../../../library/json.ts';
import type { Comparison } from '../../protocol/messages.ts';
import type { DryRun } from '../../protocol/service.ts';
import { current } from '../../state/state.ts';
import { Differences, resultText } from '../compare/differences.tsx';
import { TextDiff } from '../compare/text-diff.tsx';
import { dryRun } from './dry-run.ts';

/** What a reload would change, as screen 5 shows it. */
export function DryRunResult() {
  const { value: done } = dryRun;
  if (done === null) return null;
  const { report, comparison, mounted, note } = done;
  return (
    <section class="dry-run" aria-label="Dry run result">
      <p role="status" aria-label="Recent decisions">
        {recentText(report)}
      </p>
      {report.warnings.map((warning) => (
        <p key={warning} class="note">
          {warning}
        </p>
      ))}
      <Differences found={recentDifferences(report)} label="Recent decisions that differ" />
      <h3>Any request</h3>
      {comparison !== null && (
        <p role="status" aria-label="Result">
          {resultText(comparison)}
        </p>
      )}
      {note !== null && <p class="note">{note}</p>}
      {comparison !== null && <Differences found={comparison.differences} />}
      {mounted !== null && <TextDiff before={mounted} after={current.value.files} />}
    </section>
  );
}

function recentText({ decisions, same, other_reasons: others, left_out: out, changes }: DryRun): string {
  if (decisions === 0) return 'The service kept no recent decision to make again.';
  const differ = changes.reduce((sum, one) => sum + one.count, 0);
  const parts = [
    `${decisions} recent ${decisions === 1 ? 'decision' : 'decisions'}: ${same} the same, ${differ} differ`,
    ...(others > 0 ? [`${others} the same for another reason`] : []),
    ...(out > 0 ? [`${out} could not be made again`] : []),
  ];
  return parts.join(', ');
}

function recentDifferences({ changes }: DryRun): Comparison['differences'] {
  return changes.map(({ before, after, count, rules_before: old, rules_after: now, example }) => ({
    request: indented(writeJson(example.input ?? example)),
    before,
    after,
    count,
    rules: [...new Set([...Object.keys(old), ...Object.keys(now)])],
  }));
}
