import type { BudgetInfo, BudgetKey } from '../../../runtime/budget-info.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { aboutBudget } from './finding.ts';

/** Budgets whose key the caller chooses, and those of sessions, which it can start again. */
export function findBudgetKey({ explainable: { checked } }: AnalysisContext): Findings {
  const { budgets = [], templates } = checked;
  const ofHost = new Set(templates.filter(({ from }) => from === 'host').map(({ name }) => name));
  const findings = budgets.flatMap((budget): readonly RawFinding[] => {
    const { per, window, template } = budget;
    const isOfCaller = ({ source }: BudgetKey): boolean =>
      source.kind !== 'token' && !(template !== null && ofHost.has(template));
    const session =
      window.kind === 'session'
        ? [
            aboutBudget(
              'budget-session',
              budget,
              'a caller who picks session ids is not bound by it',
              checked,
            ),
          ]
        : [];
    if (per.length === 0 || !per.every(isOfCaller)) return session;
    const message = `its key comes from the caller alone (${per.map((key) => shown(budget, key)).join(', ')}): another key has a limit of its own`;
    return [aboutBudget('budget-caller-key', budget, message, checked), ...session];
  });
  return { findings, unknown: [] };
}

const shown = ({ template }: BudgetInfo, { name }: BudgetKey): string => `${template ?? 'input'}.${name}`;
