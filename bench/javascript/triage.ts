import type { ByHand } from '../systems/javascript.ts';
import * as tables from '../workloads/triage-tables.ts';
import { Verdict } from './verdict.ts';

const { SOURCES, KINDS, TIERS, EXPOSURES, ROLES, INDICATORS, ACTIONS, BANDS } = tables;

interface Alert {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly severity: number;
  readonly asset: string;
  readonly user: string;
}

interface Asset {
  readonly id: string;
  readonly tier: string;
  readonly exposure: string;
}

interface Account {
  readonly id: string;
  readonly role: string;
  readonly risk: number;
}

interface Indicator {
  readonly alert: string;
  readonly kind: string;
  readonly confidence: number;
}

interface Event {
  readonly alert: string;
  readonly action: string;
  readonly count: number;
}

/** What a rule of the first two modules concludes. */
interface Conclusion {
  readonly rule: string;
  readonly topic: string;
  readonly weight: number;
}

interface Row {
  readonly rule: string;
  readonly action: 'deny' | 'escalate' | 'allow';
  readonly reason: string;
  readonly severity: number;
  readonly risk: number;
}

type Grid<T> = Readonly<Record<string, readonly T[] | undefined>>;

function grid<T>(rows: readonly string[], columns: number, cell: (row: number, column: number) => T): Grid<T> {
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

function judge(verdict: Verdict, alert: Alert, asset: Asset, account: Account): void {
  const row = VERDICTS[alert.kind]?.[TIER[asset.tier]!];
  if (row === undefined || alert.severity < row.severity || account.risk < row.risk) return;
  if (asset.id === alert.asset && account.id === alert.user) verdict.fire(row.rule, row.action, row.reason);
}

/** The six rules over findings, by salience. */
function judgeFindings(
  verdict: Verdict,
  alert: Alert,
  asset: Asset,
  account: Account,
  findings: readonly Conclusion[],
): void {
  for (const { topic, weight } of findings) {
    if (topic === 'intrusion' && weight >= 50)
      verdict.fire('verdict::confirmed-intrusion', 'deny', `Alert ${alert.id} is a confirmed intrusion`);
  }
  for (const leak of findings) {
    if (leak.topic !== 'leak' || leak.weight < 30) continue;
    for (const { topic, weight } of findings) {
      if (topic === 'abuse' && weight >= 30)
        verdict.fire(
          'verdict::leak-with-abuse',
          'escalate',
          `Alert ${alert.id} shows a leak and abuse of an account`,
        );
    }
  }
  for (const { topic, weight } of findings) {
    if (topic === 'abuse' && weight >= 40 && account.role === 'service')
      verdict.fire('verdict::service-abuse', 'deny', `Service account ${alert.user} is abused`);
  }
  for (const { topic } of findings) {
    if (topic === 'leak' && account.role === 'contractor')
      verdict.fire('verdict::contractor-leak', 'escalate', `Contractor ${alert.user} may leak`);
  }
  for (const { topic } of findings) {
    if (topic === 'intrusion' && asset.exposure === 'internet')
      verdict.fire('verdict::exposed-intrusion', 'escalate', `Asset ${alert.asset} is open to the internet`);
  }
  for (const { topic, weight } of findings) {
    if (topic === 'noise' && weight < 20 && alert.severity < 20)
      verdict.fire('verdict::noise', 'allow', `Alert ${alert.id} is noise`);
  }
}

/** W2: the decision tables as tables, the joins as comparisons of ids. */
export const triageByHand: ByHand = () => (facts) => {
  const verdict = new Verdict();
  let alert: Alert | undefined;
  let asset: Asset | undefined;
  let account: Account | undefined;
  const indicators: Indicator[] = [];
  const events: Event[] = [];
  for (const { template, data } of facts) {
    switch (template) {
      case 'alert':
        alert = data as never;
        break;
      case 'asset':
        asset = data as never;
        break;
      case 'account':
        account = data as never;
        break;
      case 'indicator':
        indicators.push(data as never);
        break;
      case 'event':
        events.push(data as never);
        break;
    }
  }
  if (alert === undefined || asset === undefined || account === undefined) return verdict;
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
  judgeFindings(verdict, alert, asset, account, findings);
  judge(verdict, alert, asset, account);
  return verdict;
};

/** The part of W2 without chaining. */
export const triagePartByHand: ByHand = () => (facts) => {
  const verdict = new Verdict();
  let alert: Alert | undefined;
  let asset: Asset | undefined;
  let account: Account | undefined;
  for (const { template, data } of facts) {
    if (template === 'alert') alert = data as never;
    else if (template === 'asset') asset = data as never;
    else account = data as never;
  }
  if (alert !== undefined && asset !== undefined && account !== undefined) judge(verdict, alert, asset, account);
  return verdict;
};
