import { ServiceError } from '../../errors.ts';
import type { MountableRuleset } from './compile-protocol.ts';
import type { EvaluationPool } from './pool.ts';
import type { MountedRuleset } from './protocol.ts';

/** The ruleset that answers, and since when. */
export interface Mounted {
  readonly ruleset: MountedRuleset;
  readonly details: MountableRuleset;
  readonly loadedAt: Date;
  /** Whether it is what the service was started with. */
  readonly origin: 'mounted' | 'reloaded';
}

/**
 * The mounted engine over all workers. A reload has two phases: load everywhere, then swap everywhere in one tick. What
 * fails in the first changes nothing.
 */
export class MountedEngine {
  #current: Mounted;
  #version = 1;

  constructor(details: MountableRuleset) {
    this.#current = mountedAs(details, this.#version, 'mounted');
  }

  get current(): Mounted {
    return this.#current;
  }

  /**
   * Swaps the ruleset for this one. `agree` is asked between the phases; unless it says yes, nothing has changed.
   * Answers whether it did. Not to be called again before it has ended. Throws ServiceError.
   */
  async mount(
    details: MountableRuleset,
    pool: EvaluationPool,
    agree: () => Promise<boolean>,
    origin: Mounted['origin'] = 'reloaded',
  ): Promise<boolean> {
    this.#version++;
    const after = mountedAs(details, this.#version, origin);
    try {
      const problem = await pool.prepare(after.ruleset);
      if (problem !== null) {
        throw new ServiceError('invalid_ruleset', `the compiled ruleset does not load: ${problem}`);
      }
      if (!(await agree())) {
        pool.discard(this.#version);
        return false;
      }
    } catch (error) {
      pool.discard(this.#version);
      throw error;
    }
    // No await between these: a thread that starts in between begins with one of the two, and never with neither.
    this.#current = after;
    pool.swap(after.ruleset);
    return true;
  }
}

function mountedAs(details: MountableRuleset, version: number, origin: Mounted['origin']): Mounted {
  const { hash, name, javascript } = details;
  return { ruleset: { version, hash, name, javascript }, details, loadedAt: new Date(), origin };
}
