import { runMutants } from '../../authoring/mutate/run-mutants.ts';
import { shownRequest } from '../../authoring/language-service/tasks/work/shown-request.ts';
import { runCase } from '../../authoring/run/run-case.ts';
import type { MutantResults, Question } from '../protocol/messages.ts';
import type { LoadedRulesets } from './loaded-rulesets.ts';
import { soundSuites } from './suites.ts';

/** Milliseconds that changes are tried for. */
const TRIED_MS = 60_000;

/**
 * Changes the rules in one place after the other, and lists the changes that no case notices, each with a case that does.
 *
 * @throws CompileError
 */
export async function findMutants(
  { ruleset }: Question,
  rulesets: LoadedRulesets,
  tell: (message: string) => void,
): Promise<MutantResults> {
  const { tested } = rulesets.open(ruleset);
  const now = Date.now();
  const cases = soundSuites(ruleset, tested).flatMap((suite) => suite.cases.map((one) => ({ one, now })));
  for (const { one } of cases)
    if ((await runCase(tested, one, now)).length > 0)
      return { found: 0, equivalent: 0, untried: 0, survivors: [], isFailing: true };
  let count = 0;
  const until = performance.now() + TRIED_MS;
  const { found, equivalent, untried, survivors } = await runMutants(tested, cases, false, until, () =>
    tell(`${++count} noticed`),
  );
  return {
    found,
    equivalent,
    untried,
    isFailing: false,
    survivors: survivors.map(({ file, line, column, rule, what, told }) => {
      const isReason = told !== null && told.decision === told.instead.decision;
      const shown = told && shownRequest(told, told.decision);
      return {
        place: { file, line, column },
        text: `${rule === null ? '' : `${rule}: `}${what}`,
        differs:
          told === null
            ? null
            : isReason
              ? 'another reason, metadata or obligations'
              : `${told.instead.decision ?? 'none'} instead of ${told.decision ?? 'none'}`,
        shown: shown === null ? null : isReason ? { ...shown, reason: told.reason } : shown,
      };
    }),
  };
}
