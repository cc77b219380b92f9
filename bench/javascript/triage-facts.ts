import type { Request } from '../workloads/workload.ts';

export interface Alert {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly severity: number;
  readonly asset: string;
  readonly user: string;
}

export interface Asset {
  readonly id: string;
  readonly tier: string;
  readonly exposure: string;
}

export interface Account {
  readonly id: string;
  readonly role: string;
  readonly risk: number;
}

export interface Indicator {
  readonly alert: string;
  readonly kind: string;
  readonly confidence: number;
}

export interface Event {
  readonly alert: string;
  readonly action: string;
  readonly count: number;
}

/** Conclusions of the rules of the first two modules. */
export interface Conclusion {
  readonly rule: string;
  readonly topic: string;
  readonly weight: number;
}

/** The facts of a request by template. */
export interface TriageFacts {
  readonly alert: Alert;
  readonly asset: Asset;
  readonly account: Account;
  readonly indicators: readonly Indicator[];
  readonly events: readonly Event[];
}

/** Null for a request without an alert, an asset or an account: no rule matches it. */
export function sortFacts(facts: Request): TriageFacts | null {
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
  if (alert === undefined || asset === undefined || account === undefined) return null;
  return { alert, asset, account, indicators, events };
}
