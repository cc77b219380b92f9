import type { Store } from './store.ts';

/** Actor of the database requests that the service makes for itself. No token has this name. */
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
