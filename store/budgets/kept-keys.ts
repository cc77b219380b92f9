/** Keys of budgets that have uses: what they are called, and what their uses mean. */
import type { BudgetWindow } from '../../runtime/budget-info.ts';
import type { AskedDecision, AskedUse, ChangedBudget, Decided, ListedKey } from './ledger.ts';
import type { LedgerRecords } from './records.ts';
import { dropSums, sumsFrom, type Sums } from './sums.ts';
import { boundsOf } from './window.ts';

/** What is known of a key besides its sums. */
export interface KeptKey {
  readonly ruleset: string;
  readonly budget: string;
  readonly session: string | null;
  readonly key: string;
  readonly window: BudgetWindow;
  readonly limit: string | null;
}

type Owner = Pick<AskedDecision, 'ruleset' | 'session'>;

/** Makes digests of keys. */
export type Hashing = Pick<LedgerRecords, 'digests'>;

const BUDGETS = 'budget';
const BUDGET_LIST = 'budgets';

const hash = ({ digests }: Hashing, ...parts: readonly unknown[]): string =>
  digests.hash(JSON.stringify(parts)).slice(0, 40);
export const budgetId = (by: Hashing, ruleset: string, budget: string): string => hash(by, ruleset, budget);
const shelfOf = (budget: string): string => `key.${budget}`;
/** Only a budget of a session is the session's. */
const sessionOf = ({ session }: Owner, window: BudgetWindow): string | null =>
  window.kind === 'session' ? session : null;

/** Identifies the sums of a key. */
export function keyIdOf(by: Hashing, owner: Owner, { budget, key, window }: AskedUse): string {
  return hash(by, owner.ruleset, budget, sessionOf(owner, window), key);
}

/** Notes the key, and returns the id of its sums. */
export function keepKey(records: LedgerRecords, owner: Owner, use: AskedUse, shown: string): string {
  const id = keyIdOf(records, owner, use);
  const own = budgetId(records, owner.ruleset, use.budget);
  const text = JSON.stringify(keptKey(owner, use, shown));
  const known = records.get(shelfOf(own), id);
  if (known !== text) records.put(shelfOf(own), id, text);
  if (known === null) records.put(BUDGET_LIST, own, '');
  records.put(BUDGETS, own, use.shape);
  return id;
}

export function keptKey(owner: Owner, use: AskedUse, shown: string): KeptKey {
  const { budget, window } = use;
  const limit = use.isLimitOfFact === true ? null : use.limit;
  return { ruleset: owner.ruleset, budget, session: sessionOf(owner, window), key: shown, window, limit };
}

/** True if the uses of the budget so far mean something else. */
export function isOther(
  records: LedgerRecords,
  ruleset: string,
  { budget, shape }: Pick<AskedUse, 'budget' | 'shape'>,
): boolean {
  const known = records.get(BUDGETS, budgetId(records, ruleset, budget));
  return known !== null && known !== shape;
}

/**
 * The first budget whose live uses mean something else.
 *
 * @param begin begins a budget again whose uses mean something else and are not live
 */
export function changedBudget(
  records: LedgerRecords,
  { ruleset, uses }: Pick<AskedDecision, 'ruleset' | 'uses'>,
  time: number,
  begin: (budget: string) => void,
): Extract<Decided, { kind: 'changed' }> | null {
  for (const use of uses) {
    if (!isOther(records, ruleset, use)) continue;
    const live = liveKeys(records, budgetId(records, ruleset, use.budget), time);
    if (live > 0) return { kind: 'changed', budget: use.budget, live };
    begin(use.budget);
  }
  return null;
}

/** The number of keys of a budget with uses or holds in their window. */
export function liveKeys(records: LedgerRecords, own: string, time: number): number {
  return records.from(shelfOf(own), '').filter(([id, text]) => {
    const { used, held } = sumsFrom(records, id, boundsOf((JSON.parse(text) as KeptKey).window, time).from);
    return used > 0n || held > 0n;
  }).length;
}

/** Budgets of a ruleset whose live uses do not fit these shapes, by name. */
export function changedBudgets(
  records: LedgerRecords,
  ruleset: string,
  shapes: Readonly<Record<string, string>>,
  time: number,
): readonly ChangedBudget[] {
  return records.from(BUDGET_LIST, '').flatMap(([own]) => {
    const [first] = records.from(shelfOf(own), '', 1);
    if (first === undefined) return [];
    const kept = JSON.parse(first[1]) as KeptKey;
    const isSame = Object.hasOwn(shapes, kept.budget) && shapes[kept.budget] === records.get(BUDGETS, own);
    if (kept.ruleset !== ruleset || isSame) return [];
    const live = liveKeys(records, own, time);
    return live === 0 ? [] : [{ budget: kept.budget, live }];
  });
}

/** Removes all keys of a budget, with their sums. */
export function dropKeys(records: LedgerRecords, own: string): void {
  for (const [id] of records.from(shelfOf(own), '')) {
    dropSums(records, id);
    records.remove(shelfOf(own), id);
  }
  records.remove(BUDGETS, own);
  records.remove(BUDGET_LIST, own);
}

/** Keys with uses or holds in their window. */
export function listKeys(records: LedgerRecords, time: number): readonly ListedKey[] {
  return records.from(BUDGET_LIST, '').flatMap(([own]) =>
    records.from(shelfOf(own), '').flatMap(([id, text]) => {
      const kept = JSON.parse(text) as KeptKey;
      return listedKey(kept, time, sumsFrom(records, id, boundsOf(kept.window, time).from));
    }),
  );
}

/** A key with its sums; none if it has neither uses nor holds. */
export function listedKey(
  { window, ...kept }: KeptKey,
  time: number,
  { used, held }: Sums,
): readonly ListedKey[] {
  if (used === 0n && held === 0n) return [];
  const { start, end } = boundsOf(window, time);
  const sums = { used: String(used), reserved: String(held), windowStart: start, windowEnd: end };
  return [{ ...kept, window: window.written, ...sums }];
}
