import type { ByHand } from '../systems/javascript.ts';
import * as tables from '../workloads/triage-tables.ts';
import { sortFacts, type Conclusion, type TriageFacts } from './triage-facts.ts';
import { judgeFindings } from './triage-findings.ts';
import { Verdict } from './verdict.ts';

const { SOURCES, KINDS, TIERS, EXPOSURES, ROLES, INDICATORS, ACTIONS, BANDS } = tables;

const LOWEST = [-Infinity, 30, 70];
const HIGHEST = [30, 70, Infinity];

/** A rule that compares one name and a number with a band. */
interface Banded extends Conclusion {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

function banded(prefix: string, names: readonly string[], topic: (row: number) => string): readonly Banded[] {
  return names.flatMap((name, row) =>
    BANDS.map((band, column) => ({
      name,
      low: LOWEST[column]!,
      high: HIGHEST[column]!,
      rule: `enrich::${prefix}-${name}-${band.name}`,
      topic: topic(row),
      weight: tables.weightOfBand(row, column),
    })),
  );
}

const BY_INDICATOR = banded('indicator', INDICATORS, tables.topicOfIndicator);
const BY_EVENT = banded('event', ACTIONS, tables.topicOfAction);
const BY_ACCOUNT = banded('account', ROLES, () => 'abuse');
const CLASSIFY = SOURCES.flatMap((source, s) =>
  KINDS.map((kind, k) => ({
    source,
    kind,
    rule: `classify::${source}-${kind}`,
    topic: tables.topicOfKind(k),
    weight: tables.weightOfSource(s, k),
  })),
);
const BY_ASSET = TIERS.flatMap((tier, t) =>
  EXPOSURES.map((exposure, e) => ({
    tier,
    exposure,
    rule: `enrich::asset-${tier}-${exposure}`,
    topic: 'intrusion',
    weight: tables.weightOfBand(t, e),
  })),
);
const VERDICTS = KINDS.flatMap((kind, k) =>
  TIERS.map((tier, t) => ({
    kind,
    tier,
    rule: `verdict::${kind}-on-${tier}`,
    action: tables.verdictOf(k, t),
    reason: tables.reasonOf(k, t),
    severity: tables.severityOf(t),
    risk: tables.riskOf(k),
  })),
);

function judge(verdict: Verdict, { alert, asset, account }: TriageFacts): void {
  for (const row of VERDICTS) {
    if (
      alert.kind === row.kind &&
      asset.tier === row.tier &&
      alert.severity >= row.severity &&
      account.risk >= row.risk &&
      asset.id === alert.asset &&
      account.id === alert.user
    )
      verdict.fire(row.rule, row.action, row.reason);
  }
}

/** W2 rule by rule: every row of every table is tried on every fact. */
export const triageRuleByRule: ByHand = () => (given) => {
  const verdict = new Verdict();
  const facts = sortFacts(given);
  if (facts === null) return verdict;
  const { alert, asset, account, indicators, events } = facts;
  const findings: Conclusion[] = [];
  for (const row of CLASSIFY) if (row.source === alert.source && row.kind === alert.kind) findings.push(row);
  for (const row of BY_INDICATOR) {
    for (const { kind, confidence, alert: id } of indicators)
      if (kind === row.name && confidence >= row.low && confidence < row.high && id === alert.id)
        findings.push(row);
  }
  for (const row of BY_EVENT) {
    for (const { action, count, alert: id } of events)
      if (action === row.name && count >= row.low && count < row.high && id === alert.id) findings.push(row);
  }
  for (const row of BY_ACCOUNT) {
    if (
      account.role === row.name &&
      account.risk >= row.low &&
      account.risk < row.high &&
      account.id === alert.user
    )
      findings.push(row);
  }
  for (const row of BY_ASSET)
    if (row.tier === asset.tier && row.exposure === asset.exposure && asset.id === alert.asset)
      findings.push(row);
  for (const { rule } of findings) verdict.ruleTrace.push(rule);
  judgeFindings(verdict, facts, findings);
  judge(verdict, facts);
  return verdict;
};

/** The part of W2 without chaining. */
export const triagePartRuleByRule: ByHand = () => (given) => {
  const verdict = new Verdict();
  const facts = sortFacts(given);
  if (facts !== null) judge(verdict, facts);
  return verdict;
};
