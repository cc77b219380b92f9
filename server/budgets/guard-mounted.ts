/** A mounted ruleset whose files have changed what live uses mean: the version before them is served until a reset. */
import type { Logger } from 'pino';
import { plainText } from '../../evidence/log/record-text.ts';
import type { Ledger } from '../../store/budgets/ledger.ts';
import type { CompilerThread } from '../evaluation/main/compiler-thread.ts';
import type { BudgetGuard } from '../rulesets/budget-guard.ts';
import type { KeptValues } from '../rulesets/kept-values.ts';
import type { MountedRulesetService } from '../rulesets/serving.ts';
import { keepVersion, keptVersion } from './kept-version.ts';

interface Guarded {
  readonly serving: MountedRulesetService;
  readonly ledger: Ledger;
  readonly isRecorded: boolean;
  readonly values: KeptValues;
  readonly compiler: Pick<CompilerThread, 'ask'>;
  /** Path of the files; null: they are not looked at again. */
  readonly path: string | null;
  /** Versions are signed, and one that was kept is not served. */
  readonly isSigned: boolean;
  readonly log: Logger;
}

/** Returns what is to be called after a reset. */
export async function guardMounted(guarded: Guarded): Promise<() => Promise<void>> {
  const { serving, values, compiler, path, isSigned, log } = guarded;
  const { engine, reloader } = serving;
  let isBehind = false;
  const guard: BudgetGuard = {
    ...guardOf(guarded),
    async mounted(details) {
      isBehind = false;
      await keepVersion(values, details);
    },
  };
  const { details } = engine.current;
  const changed = await guard.changed(details.name, details.budgets);
  reloader.guardBudgets(guard);
  if (changed.length === 0) {
    await keepVersion(values, details);
    return async () => undefined;
  }
  const about = { ruleset: details.name, budgets: changed };
  try {
    const before = isSigned ? null : await keptVersion(values, compiler);
    if (before !== null) {
      await reloader.mount(before, undefined, 'mounted');
      isBehind = true;
    }
  } catch (error) {
    log.error({ problem: String(error) }, 'the version before the changed files cannot be served');
  }
  log.error(
    about,
    isBehind
      ? 'the files change budgets with live uses: serving the version before them until `ferrule budgets reset`'
      : 'the files change budgets with live uses: what they count is refused until `ferrule budgets reset`',
  );
  return async () => {
    if (!isBehind || path === null) return;
    // Refused while other budgets have live uses.
    await reloader.remount(path, true).then(
      () => log.info({ ruleset: details.name }, 'serving the changed files'),
      (error: unknown) => log.error({ problem: String(error) }, 'cannot serve the changed files yet'),
    );
  };
}

function guardOf({ ledger, isRecorded }: Guarded): Omit<BudgetGuard, 'mounted'> {
  return {
    changed: (ruleset, budgets) => {
      const shapes = Object.fromEntries(budgets.map(({ name, shape }) => [name, shape]));
      return ledger.changed(ruleset, shapes, Date.now());
    },
    async reset(ruleset, budget, origin) {
      const now = Date.now();
      const time = new Date(now).toISOString();
      const record = isRecorded ? plainText(time, 'budget_reset', origin, { ruleset, budget }) : null;
      await ledger.reset(ruleset, budget, now, record);
    },
  };
}
