import { folderOf, joinedPath } from '../../library/joined-path.ts';
import { visible } from '../../library/shown-text.ts';
import { writeJson } from '../../library/json.ts';
import { caseOf } from './distinguish.ts';
import type { MutationReport, Survivor } from './run-mutants.ts';

const PERCENT = 100;

/** Mutants found of those that can be, in percent. */
export function scoreOf(reports: readonly MutationReport[]): number {
  const found = reports.reduce((sum, one) => sum + one.found, 0);
  const all = reports.reduce((sum, one) => sum + one.survivors.length, found);
  return all === 0 ? PERCENT : (found / all) * PERCENT;
}

/** Text format: the score, and each mutant that no case detected. */
export function writeMutants(reports: readonly MutationReport[]): string {
  const found = reports.reduce((sum, one) => sum + one.found, 0);
  const all = reports.reduce((sum, one) => sum + one.survivors.length, found);
  const equivalent = reports.reduce((sum, one) => sum + one.equivalent, 0);
  const untried = reports.reduce((sum, one) => sum + one.untried, 0);
  const survivors = reports.flatMap(({ ruleset, survivors: some }) => {
    const folder = /\.ya?ml$/.test(ruleset) ? folderOf(ruleset) : ruleset;
    return some.flatMap((one) => survivorLines(folder, one));
  });
  return [
    '',
    ...(survivors.length === 0 ? [] : ['Not detected by any case:', ...survivors.map(visible), '']),
    `${found} of ${all} mutants found (${scoreOf(reports).toFixed(1)} %)` +
      (equivalent === 0 ? '' : `, ${equivalent} equivalent ones left out`) +
      (untried === 0 ? '' : `, ${untried} not tried: out of time`),
    '',
  ].join('\n');
}

function survivorLines(
  folder: string,
  { file, line, column, rule, what, told }: Survivor,
): readonly string[] {
  const head = `  ${joinedPath(folder, file)}:${line}:${column}  ${rule === null ? '' : `${rule}: `}${what}`;
  if (told === null) return [head, '    no facts found that detect it'];
  const { decision, instead } = told;
  const differs =
    decision === instead.decision
      ? 'another reason, metadata or obligations'
      : `${instead.decision ?? 'none'} instead of ${decision ?? 'none'}`;
  return [head, `    ${differs}:`, `    - ${writeJson(caseOf(`${rule ?? file}: ${what}`, told))}`];
}
