/** One rule in the other form, which a job finds: it converts the whole ruleset. */
import { RequestError } from '../protocol/types.ts';
import type { Form, JobForm, RunJob } from '../tasks/job.ts';
import { firstError, jobOf } from '../tasks/ruleset-job.ts';
import { REQUEST_CANCELLED } from '../tasks/run-tests.ts';
import { rulesIn } from '../tasks/rules-of.ts';
import { editOf, type Asked, type CodeAction } from './action.ts';

/** None if the job is ended by its limit: what else is offered does not depend on it. */
export async function changeForms(asked: Asked, run: RunJob): Promise<readonly CodeAction[]> {
  const { ruleset, document, workspace, from, to, client } = asked;
  if (ruleset === null || firstError(ruleset) !== null) return [];
  const found = rulesIn(ruleset, document).find(({ start, end }) => start <= from && to <= end);
  const group = ruleset.analysis.readings.get(document)?.written.ruleGroups ?? [];
  const rule = group
    .flatMap(({ rules }) => rules)
    .find((one) => one.rule.name.at.start === found?.name.start);
  if (found === undefined || rule === undefined) return [];
  const isLong = rule.form === 'long';
  const isMixed =
    rule.form === 'short' && (rule.rule.left.form === 'long' || rule.rule.right.form === 'long');
  const forms: readonly Form[] = isLong ? ['short'] : isMixed ? ['short', 'long'] : ['long'];
  const name = rule.rule.name.value;
  const place = { path: found.name.file, name, start: found.name.start };
  try {
    const own = { ...jobOf(ruleset, workspace), suites: [] };
    const made = (await run({ kind: 'change-form', ruleset: own, ...place, forms })) as readonly JobForm[];
    return made.map(({ form, ...change }) => ({
      title: `Write ${name} in the ${form} form`,
      kind: 'refactor.rewrite',
      edit: editOf([{ document, ...change }], client),
    }));
  } catch (error) {
    if (error instanceof RequestError && error.code !== REQUEST_CANCELLED) return [];
    throw error;
  }
}
