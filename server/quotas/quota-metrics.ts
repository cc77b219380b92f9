import type { Metric, Sample } from '../metrics/exposition.ts';
import type { Account } from './account.ts';
import type { Refusals } from './quotas.ts';
import type { Limits, Resource, Scope } from './resources.ts';

interface Reading {
  readonly limits: Limits;
  readonly all: Account;
  readonly accounts: readonly Account[];
  readonly refusals: Refusals;
}

/** Metrics by resource and scope. Names of tokens are not labels: there may be any number of them. */
export function quotaMetrics({ limits, all, accounts, refusals }: Reading): readonly Metric[] {
  const resources = Object.keys(limits) as Resource[];
  const mostOf = (resource: Resource): number =>
    accounts.reduce((most, { held }) => Math.max(most, held[resource]), 0);
  return [
    gauge(
      'ferrule_quota_held',
      'Amount of each resource that all tokens hold.',
      resources,
      (resource) => all.held[resource],
    ),
    gauge(
      'ferrule_quota_held_most',
      'Amount of each resource that the largest holder has.',
      resources,
      mostOf,
    ),
    {
      name: 'ferrule_quota_limit',
      help: 'Limit of each resource, by scope.',
      type: 'gauge',
      samples: resources.flatMap((resource) =>
        Object.entries(limits[resource]).map(([scope, { most }]) => sample(resource, scope as Scope, most)),
      ),
    },
    {
      name: 'ferrule_quota_refusals_total',
      help: 'Requests refused by a limit, by resource and scope.',
      type: 'counter',
      samples: [...refusals].flatMap(([resource, counts]) =>
        Object.keys(limits[resource]).map((scope) =>
          sample(resource, scope as Scope, counts[scope as Scope]),
        ),
      ),
    },
  ];
}

function gauge(
  name: string,
  help: string,
  resources: readonly Resource[],
  valueOf: (resource: Resource) => number,
): Metric {
  const samples = resources.map((resource) => ({ labels: { resource }, value: valueOf(resource) }));
  return { name, help, type: 'gauge', samples };
}

function sample(resource: Resource, scope: Scope, value: number): Sample {
  return { labels: { resource, scope }, value };
}
