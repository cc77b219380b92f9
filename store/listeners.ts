import type { Channel, Listener } from './store.ts';

/** Listeners of the channels of one connection. */
export class ChannelListeners {
  readonly #listeners = new Map<Channel, Set<Listener>>();

  get channels(): readonly Channel[] {
    return [...this.#listeners.keys()];
  }

  /** Returns the function that ends it. */
  add(channel: Channel, listener: Listener): () => void {
    const own: Listener = (payload) => listener(payload);
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(own));
    return () => void listeners.delete(own);
  }

  tell(channel: string, payload: string): void {
    for (const listener of this.#listeners.get(channel as Channel) ?? []) listener(payload);
  }

  /** Messages may have been lost. */
  tellMissed(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null);
  }
}
