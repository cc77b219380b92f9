/**
 * The quota per token and per connection. It bounds how much of a resource is held at once, never how often it is used:
 * rates are the business of a reverse proxy.
 */
import { overLimit, type ServiceError } from '../../library/errors.ts';
import type { Metric } from '../metrics/exposition.ts';
import { newAccount, type Account } from './account.ts';
import { quotaMetrics } from './quota-metrics.ts';
import { RESOURCES, type Limits, type Resource, type Scope } from './resources.ts';

/** Holder of a resource. */
export interface Holder {
  /** Name of the token. */
  readonly actor: string;
  /** `null` if the limit per connection does not apply. */
  readonly connection: Account | null;
}

export interface Quotas {
  /** The account of a token. It is valid until `give` returns the last of what it holds. */
  readonly accountOf: (actor: string) => Account;
  /** Reserves an amount, or returns the error that names the limit reached. */
  readonly take: (
    resource: Resource,
    token: Account,
    connection: Account | null,
    amount: number,
  ) => ServiceError | null;
  /** Reserves an amount that is already in use, even beyond the limits. */
  readonly force: (resource: Resource, token: Account, amount: number) => void;
  /** Returns an amount that was taken. */
  readonly give: (resource: Resource, token: Account, connection: Account | null, amount: number) => void;
  /**
   * Reserves an amount and returns the function that releases it; calling that function again has no effect.
   * @throws ServiceError `overloaded`
   */
  readonly acquire: (resource: Resource, holder: Holder, amount?: number) => () => void;
  readonly metrics: () => readonly Metric[];
}

/** Bounds what callers hold at once. */
export interface HasQuotas {
  readonly quotas: Quotas;
}

/** Refusals by resource and scope, for metrics. */
export type Refusals = ReadonlyMap<Resource, Readonly<Record<Scope, number>>>;

/** Accounts that hold nothing are dropped when there are more than this. */
const MOST_ACCOUNTS = 10_000;

export function createQuotas(limits: Limits): Quotas {
  const accounts = new Map<string, Account>();
  const all = newAccount();
  const refusals = new Map(
    (Object.keys(RESOURCES) as Resource[]).map((resource) => [
      resource,
      { token: 0, connection: 0, all: 0 } as Record<Scope, number>,
    ]),
  );

  function accountOf(actor: string): Account {
    let account = accounts.get(actor);
    if (account === undefined) {
      if (accounts.size >= MOST_ACCOUNTS) dropIdle(accounts);
      account = newAccount();
      accounts.set(actor, account);
    }
    return account;
  }

  function refuse(resource: Resource, scope: Scope): ServiceError {
    refusals.get(resource)![scope]++;
    const { most, setting } = limits[resource][scope]!;
    return overLimit(scope, most, RESOURCES[resource].noun, setting);
  }

  function take(
    resource: Resource,
    token: Account,
    connection: Account | null,
    amount: number,
  ): ServiceError | null {
    const limit = limits[resource];
    if (limit.token !== undefined && token.held[resource] + amount > limit.token.most)
      return refuse(resource, 'token');
    if (
      connection !== null &&
      limit.connection !== undefined &&
      connection.held[resource] + amount > limit.connection.most
    )
      return refuse(resource, 'connection');
    if (limit.all !== undefined && all.held[resource] + amount > limit.all.most)
      return refuse(resource, 'all');
    add(token, resource, amount);
    if (connection !== null) add(connection, resource, amount);
    add(all, resource, amount);
    return null;
  }

  function give(resource: Resource, token: Account, connection: Account | null, amount: number): void {
    add(token, resource, -amount);
    if (connection !== null) add(connection, resource, -amount);
    add(all, resource, -amount);
  }

  return {
    accountOf,
    take,
    force(resource, token, amount) {
      add(token, resource, amount);
      add(all, resource, amount);
    },
    give,
    acquire(resource, { actor, connection }, amount = 1) {
      const token = accountOf(actor);
      const refusal = take(resource, token, connection, amount);
      if (refusal !== null) throw refusal;
      let isHeld = true;
      return () => {
        if (isHeld) give(resource, token, connection, amount);
        isHeld = false;
      };
    },
    metrics: () => quotaMetrics({ limits, all, accounts: [...accounts.values()], refusals }),
  };
}

function add(account: Account, resource: Resource, amount: number): void {
  account.held[resource] += amount;
  account.total += amount;
}

function dropIdle(accounts: Map<string, Account>): void {
  for (const [actor, { total }] of accounts) if (total === 0) accounts.delete(actor);
}
