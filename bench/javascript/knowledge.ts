import type { ByHand } from '../systems/javascript.ts';
import { grantRows } from '../workloads/relations.ts';
import { tableRows, type TableRow } from '../workloads/tables.ts';
import { Verdict } from './verdict.ts';

interface Alert {
  readonly kind: string;
  readonly tier: string;
  readonly region: string;
  readonly source: string;
  readonly score: number;
}

interface Payment {
  readonly account: string;
  readonly amount: number;
  readonly kind: string;
}

function sizeOf(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('      - [')).length;
}

/** W10: rows by the columns that are equal, and of the few that are left the one whose scores fit. */
export const tableByHand: ByHand = (_session, { text }) => {
  const rows = new Map<string, TableRow[]>();
  const keyOf = (kind: string, tier: string, region: string, source: string): string =>
    `${kind} ${tier} ${region} ${source}`;
  for (const [i, row] of tableRows(sizeOf(text)).entries()) {
    for (const source of row.sources) {
      const key = keyOf(row.kind, row.tier, row.region, source);
      const known = rows.get(key) ?? [];
      known.push({ ...row, number: i + 1 } as TableRow);
      rows.set(key, known);
    }
  }
  return (facts) => {
    const verdict = new Verdict();
    const { kind, tier, region, source, score } = facts[0]!.data as never as Alert;
    const found = rows
      .get(keyOf(kind, tier, region, source))
      ?.find(({ low, high }) => score >= low && score < high) as (TableRow & { number: number }) | undefined;
    if (found === undefined) verdict.fire('MAIN::route/default', 'deny', 'No row');
    else verdict.fire(`MAIN::route/${found.number}`, found.action, found.reason);
    return verdict;
  };
};

/** W11: verbs by role. */
export const relationByHand: ByHand = (_session, { text }) => {
  const verbs = new Map<string, Set<string>>();
  for (const [role, verb] of grantRows(sizeOf(text))) verbs.set(role, new Set([verb]));
  return (facts) => {
    const verdict = new Verdict();
    const { role, verb } = facts[0]!.data as never as { readonly role: string; readonly verb: string };
    if (verbs.get(role)?.has(verb) === true) verdict.fire('MAIN::granted', 'allow', `${role} may ${verb}`);
    return verdict;
  };
};

/** W12: payments by account, with a linear search in each. */
export const aggregatesByHand: ByHand = (session) => {
  const payments = new Map<string, Payment[]>();
  for (const { data } of session) {
    const one = data as never as Payment;
    const known = payments.get(one.account) ?? [];
    known.push(one);
    payments.set(one.account, known);
  }
  return (facts) => {
    const verdict = new Verdict();
    const added = facts[0]!.data as never as Payment;
    const all = [...(payments.get(added.account) ?? []), added];
    let [total, most] = [0, 0];
    const kinds = new Set<string>();
    for (const { amount, kind } of all) {
      total += amount;
      most = Math.max(most, amount);
      kinds.add(kind);
    }
    if (total > 2500) verdict.fire('MAIN::too-much', 'deny', `${added.account} paid ${total}`);
    if (most >= 500) verdict.fire('MAIN::largest', 'escalate', `${most} at once`);
    verdict.fire('MAIN::usual', 'allow', `${all.length} payments of ${kinds.size} kinds`);
    return verdict;
  };
};
