import { ServiceError } from '../../../library/errors.ts';
import type { MountableRuleset } from '../protocol/compile-protocol.ts';
import type { EvaluationPool } from './pool.ts';
import type { MountedRuleset } from '../protocol/protocol.ts';

/** The deciding ruleset, and when it was mounted. */
export interface Mounted {
  readonly ruleset: MountedRuleset;
  readonly details: MountableRuleset;
  readonly loadedAt: Date;
  /** True if it is the one the service was started with. */
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
   * Swaps the ruleset for this one. `agree` is called between the phases; unless it agrees, nothing has changed.
   * Returns true if it swapped. Do not call it again before it has ended. Throws ServiceError.
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
