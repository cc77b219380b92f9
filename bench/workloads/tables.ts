import { writeCount } from '../report/write-quantity.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';

const SIZES = [10, 1_000] as const;
const REQUESTS = 60;
const ACTIONS = ['deny', 'escalate', 'allow'] as const;

/** A row of the table; the last column takes anything. */
export interface TableRow {
  readonly kind: string;
  readonly tier: string;
  readonly region: string;
  readonly sources: readonly [string, string];
  /** Scores from `low` up to, not including, `high`. */
  readonly low: number;
  readonly high: number;
  readonly action: (typeof ACTIONS)[number];
  readonly reason: string;
}

function rowOf(n: number): TableRow {
  const low = 10 * (Math.floor(n / 1000) % 10);
  return {
    kind: `kind-${n % 10}`,
    tier: `tier-${Math.floor(n / 10) % 10}`,
    region: `region-${Math.floor(n / 100) % 10}`,
    sources: n % 2 === 0 ? ['edr', 'mail'] : ['proxy', 'cloud'],
    low,
    high: low + 10,
    action: ACTIONS[n % ACTIONS.length]!,
    reason: `Row ${n}`,
  };
}

export function tableRows(size: number): readonly TableRow[] {
  return Array.from({ length: size }, (_, n) => rowOf(n));
}

function rowText({ kind, tier, region, sources, low, high, action, reason }: TableRow): string {
  const cells = [kind, tier, region, `"${sources.join(', ')}"`, `"[${low}..${high})"`, '"-"'];
  return `      - [${[...cells, action, reason].join(', ')}]\n`;
}

export function tableRuleset(size: number): string {
  const slots = ['kind', 'tier', 'region', 'source'].map((name) => `{ name: ${name}, type: symbol }`);
  const all = [...slots, '{ name: score, type: integer }', '{ name: size, type: integer }'];
  return `templates:
  - { name: alert, slots: [${all.join(', ')}] }
  - { name: site, slots: [{ name: name, type: symbol }] }
tables:
  - name: route
    when: [{ template: alert, alias: $a }]
    inputs: [$a.kind, $a.tier, $a.region, $a.source, $a.score, $a.size]
    outputs: [action, reason]
    rows:
${tableRows(size).map(rowText).join('')}    default: [deny, No row]
`;
}

/** Facts of a row, or every tenth time of none. */
function request(n: number, size: number): Request {
  const { kind, tier, region, sources, low } = rowOf((n * 7) % size);
  const score = n % 10 === 9 ? 101 : low + (n % 10);
  const data: GivenFact['data'] = { kind, tier, region, source: sources[n % 2]!, score, size: n };
  return [{ template: 'alert', data }];
}

function caseOf(size: number): Case {
  return {
    label: `${writeCount(size)} rows`,
    sources: [{ path: 'tables.yaml', text: tableRuleset(size) }],
    // Lets the CLIPS harness retract facts instead of starting again.
    session: [{ template: 'site', data: { name: 'here' } }],
    requests: Array.from({ length: REQUESTS }, (_, n) => request(n, size)),
    systems: ['ferrule', 'clips', 'javascript'],
  };
}

export const tables: Workload = {
  id: 'W10',
  title: 'decision table, 6 columns',
  cases: () => SIZES.map(caseOf),
};
