import type { ByHand } from '../systems/javascript.ts';
import * as tables from '../workloads/triage-tables.ts';
import { sortFacts, type Conclusion, type TriageFacts } from './triage-facts.ts';
import { judgeFindings } from './triage-findings.ts';
import { Verdict } from './verdict.ts';

const { SOURCES, KINDS, TIERS, EXPOSURES, ROLES, INDICATORS, ACTIONS, BANDS } = tables;

interface Row {
  readonly rule: string;
  readonly action: 'deny' | 'escalate' | 'allow';
  readonly reason: string;
  readonly severity: number;
  readonly risk: number;
}

type Grid<T> = Readonly<Record<string, readonly T[] | undefined>>;

function grid<T>(
  rows: readonly string[],
  columns: number,
  cell: (row: number, column: number) => T,
): Grid<T> {
  return Object.fromEntries(
    rows.map((name, row) => [name, Array.from({ length: columns }, (_, column) => cell(row, column))]),
  );
}

const TIER = Object.fromEntries(TIERS.map((name, index) => [name, index]));
const KIND = Object.fromEntries(KINDS.map((name, index) => [name, index]));
const EXPOSURE = Object.fromEntries(EXPOSURES.map((name, index) => [name, index]));

const byBand = (prefix: string, names: readonly string[], topic: (row: number) => string): Grid<Conclusion> =>
  grid(names, BANDS.length, (row, band) => ({
    rule: `enrich::${prefix}-${names[row]!}-${BANDS[band]!.name}`,
    topic: topic(row),
    weight: tables.weightOfBand(row, band),
  }));

const CLASSIFY: Grid<Conclusion> = grid(SOURCES, KINDS.length, (source, kind) => ({
  rule: `classify::${SOURCES[source]!}-${KINDS[kind]!}`,
  topic: tables.topicOfKind(kind),
  weight: tables.weightOfSource(source, kind),
}));
const BY_INDICATOR = byBand('indicator', INDICATORS, tables.topicOfIndicator);
const BY_EVENT = byBand('event', ACTIONS, tables.topicOfAction);
const BY_ACCOUNT = byBand('account', ROLES, () => 'abuse');
const BY_ASSET: Grid<Conclusion> = grid(TIERS, EXPOSURES.length, (tier, exposure) => ({
  rule: `enrich::asset-${TIERS[tier]!}-${EXPOSURES[exposure]!}`,
  topic: 'intrusion',
  weight: tables.weightOfBand(tier, exposure),
}));
const VERDICTS: Grid<Row> = grid(KINDS, TIERS.length, (kind, tier) => ({
  rule: `verdict::${KINDS[kind]!}-on-${TIERS[tier]!}`,
  action: tables.verdictOf(kind, tier),
  reason: tables.reasonOf(kind, tier),
  severity: tables.severityOf(tier),
  risk: tables.riskOf(kind),
}));

function bandOf(value: number): number {
  if (value < 30) return 0;
  return value < 70 ? 1 : 2;
}

function judge(verdict: Verdict, { alert, asset, account }: TriageFacts): void {
  const row = VERDICTS[alert.kind]?.[TIER[asset.tier]!];
  if (row === undefined || alert.severity < row.severity || account.risk < row.risk) return;
  if (asset.id === alert.asset && account.id === alert.user) verdict.fire(row.rule, row.action, row.reason);
}

/** W2 with the decision tables as look-ups: no rule is tried that does not match. */
export const triageIndexed: ByHand = () => (given) => {
  const verdict = new Verdict();
  const facts = sortFacts(given);
  if (facts === null) return verdict;
  const { alert, asset, account, indicators, events } = facts;
  const findings: Conclusion[] = [];
  const conclude = (conclusion: Conclusion | undefined): void => {
    if (conclusion === undefined) return;
    verdict.ruleTrace.push(conclusion.rule);
    findings.push(conclusion);
  };
  conclude(CLASSIFY[alert.source]?.[KIND[alert.kind]!]);
  for (const indicator of indicators)
    if (indicator.alert === alert.id) conclude(BY_INDICATOR[indicator.kind]?.[bandOf(indicator.confidence)]);
  for (const event of events)
    if (event.alert === alert.id) conclude(BY_EVENT[event.action]?.[bandOf(event.count)]);
  if (account.id === alert.user) conclude(BY_ACCOUNT[account.role]?.[bandOf(account.risk)]);
  if (asset.id === alert.asset) conclude(BY_ASSET[asset.tier]?.[EXPOSURE[asset.exposure]!]);
  judgeFindings(verdict, facts, findings);
  judge(verdict, facts);
  return verdict;
};

/** The part of W2 without chaining. */
export const triagePartIndexed: ByHand = () => (given) => {
  const verdict = new Verdict();
  const facts = sortFacts(given);
  if (facts !== null) judge(verdict, facts);
  return verdict;
};
