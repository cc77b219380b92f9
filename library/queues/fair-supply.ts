import { overloaded } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';

/** A compilation that waits for its turn. */
interface Waiting<T> {
  readonly name: string;
  /** Actors in whose turn it may begin. */
  readonly actors: Set<string>;
  readonly made: Promise<T>;
  readonly settle: (made: Promise<T>) => void;
}

/** Names that one actor may have waiting. */
const MOST_OF_ONE = 64;

/**
 * Shares compilations among the requests that wait for the same name, one compilation at a time. The first request of every
 * actor precedes the second of any actor. An actor that joins the compilation of another actor never waits longer than for
 * its own turn. A request never joins a compilation that has already started, because its files may have changed since.
 */
export class FairSupply<T> {
  readonly #compile: (name: string) => Promise<T>;
  readonly #waiting = new Map<string, Waiting<T>>();
  readonly #queue = new FairQueue<Waiting<T>>();
  #isBusy = false;

  constructor(compile: (name: string) => Promise<T>) {
    this.#compile = compile;
  }

  /** Returns the compilation of the current files of a name. Throws ServiceError. */
  async bring(name: string, actor: string): Promise<T> {
    const waiting = this.#waiting.get(name) ?? waitingFor<T>(name);
    if (!waiting.actors.has(actor)) {
      if (this.#queue.of(actor) >= MOST_OF_ONE) throw overloaded();
      waiting.actors.add(actor);
      this.#waiting.set(name, waiting);
      this.#queue.push(actor, waiting);
      this.#next();
    }
    return waiting.made;
  }

  #next(): void {
    if (this.#isBusy) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#isBusy = true;
    this.#waiting.delete(next.name);
    for (const actor of next.actors) this.#queue.remove(actor, next);
    const made = this.#compile(next.name);
    next.settle(made);
    const done = (): void => {
      this.#isBusy = false;
      this.#next();
    };
    made.then(done, done);
  }
}

function waitingFor<T>(name: string): Waiting<T> {
  let settle: Waiting<T>['settle'] = () => undefined;
  const made = new Promise<T>((resolve) => (settle = resolve));
  return { name, actors: new Set(), made, settle };
}
