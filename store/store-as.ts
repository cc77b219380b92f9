import type { Store } from './store.ts';

/** Actor of what the service asks of the database itself. No token has such a name. */
export const SERVICE_ACTOR = '';

/** The view of a store for one actor: its own statements and transactions, everything else as it is. */
export function storeAs(store: Store, actor: string, own: Pick<Store, 'query' | 'transaction'>): Store {
  if (actor === SERVICE_ACTOR) return store;
  return {
    ...own,
    exclusive: store.exclusive,
    script: (text) => store.script(text),
    as: (other) => store.as(other),
    listen: (channel, listener) => store.listen(channel, listener),
    close: () => store.close(),
  };
}
