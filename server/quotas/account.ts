import type { Resource } from './resources.ts';

/** Usage of each resource by one token or connection. */
export interface Account {
  readonly held: Record<Resource, number>;
  /** Sum of everything held, so that an account that holds nothing can be dropped. */
  total: number;
}

export function newAccount(): Account {
  return {
    held: { requests: 0, bytes: 0, open: 0, subscriptions: 0, waits: 0, processes: 0 },
    total: 0,
  };
}
