import type { ProvidedRuleset } from '../protocol/protocol.ts';

/**
 * Shares the compilation of a stock ruleset among the requests that wait for it. A request never joins a compilation
 * that began before it: that one may have read files which were changed since.
 */
export class RulesetSupply {
  readonly #compile: (name: string) => Promise<ProvidedRuleset>;
  readonly #running = new Map<string, Promise<ProvidedRuleset>>();
  readonly #following = new Map<string, Promise<ProvidedRuleset>>();

  constructor(compile: (name: string) => Promise<ProvidedRuleset>) {
    this.#compile = compile;
  }

  /** The ruleset as its files are now. Throws ServiceError. */
  bring(name: string): Promise<ProvidedRuleset> {
    const running = this.#running.get(name);
    if (running === undefined) return this.#start(name);
    let following = this.#following.get(name);
    if (following === undefined) {
      const next = (): Promise<ProvidedRuleset> => {
        this.#following.delete(name);
        return this.#start(name);
      };
      following = running.then(next, next);
      this.#following.set(name, following);
    }
    return following;
  }

  #start(name: string): Promise<ProvidedRuleset> {
    const running = this.#compile(name).finally(() => {
      if (this.#running.get(name) === running) this.#running.delete(name);
    });
    this.#running.set(name, running);
    return running;
  }
}
