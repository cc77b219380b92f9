/** The decision tables behind the triage ruleset: what an analyst would keep in a spreadsheet. */

export const SOURCES = ['edr', 'mail', 'firewall', 'proxy', 'identity', 'cloud'] as const;
export const KINDS = [
  'malware',
  'phishing',
  'bruteforce',
  'exfiltration',
  'lateral',
  'privilege',
  'recon',
  'misuse',
  'anomaly',
] as const;
export const TIERS = ['crown', 'core', 'edge', 'lab'] as const;
export const EXPOSURES = ['internet', 'partner', 'internal'] as const;
export const ROLES = ['admin', 'service', 'staff', 'contractor'] as const;
export const INDICATORS = ['hash', 'domain', 'address', 'behaviour'] as const;
export const ACTIONS = ['login', 'execute', 'write', 'send', 'remove', 'elevate'] as const;
export const TOPICS = ['intrusion', 'leak', 'abuse', 'noise'] as const;

export type Topic = (typeof TOPICS)[number];

/** A band of an integer slot: from `from` up to, not including, the next one's. */
export interface Band {
  readonly name: string;
  readonly expression: string;
}

export const BANDS: readonly Band[] = [
  { name: 'low', expression: 'less_than(30)' },
  { name: 'middle', expression: 'between(30, 69)' },
  { name: 'high', expression: 'at_least(70)' },
];

const TOPIC_OF_KIND: readonly Topic[] = [
  'intrusion',
  'intrusion',
  'intrusion',
  'leak',
  'intrusion',
  'abuse',
  'noise',
  'abuse',
  'noise',
];

export function topicOfKind(kind: number): Topic {
  return TOPIC_OF_KIND[kind]!;
}

/** Weight of a finding: how much the source is trusted, and how much the kind says. */
export function weightOfSource(source: number, kind: number): number {
  return 10 + 8 * source + 3 * kind;
}

export function topicOfIndicator(indicator: number): Topic {
  return TOPICS[indicator % 2]!;
}

export function topicOfAction(action: number): Topic {
  return TOPICS[action % TOPICS.length]!;
}

/** Weight of an observation by its position in the table and its band. */
export function weightOfBand(row: number, band: number): number {
  return 5 * row + 25 * band;
}

/** The verdict on a kind of alert for a tier of asset. */
export function verdictOf(kind: number, tier: number): 'deny' | 'escalate' | 'allow' {
  const gravity = (8 - kind) * 2 + (3 - tier) * 5;
  if (gravity >= 20) return 'deny';
  return gravity >= 10 ? 'escalate' : 'allow';
}

export function reasonOf(kind: number, tier: number): string {
  return `Alert of kind ${KINDS[kind]!} on an asset of tier ${TIERS[tier]!}`;
}

/** The least severity at which a tier takes notice. */
export function severityOf(tier: number): number {
  return 5 + 10 * tier;
}

/** The least risk of the account at which a kind counts. */
export function riskOf(kind: number): number {
  return 4 * kind;
}
