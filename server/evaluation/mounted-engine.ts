import { ServiceError } from '../errors.ts';
import type { MountableRuleset } from './compile-protocol.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { EvaluationPool } from './pool.ts';
import type { MountedRuleset } from './protocol.ts';

/** The ruleset that answers, and since when. */
export interface Mounted {
  readonly ruleset: MountedRuleset;
  readonly details: MountableRuleset;
  readonly loadedAt: Date;
}

export interface ReloadOutcome {
  readonly before: Mounted;
  readonly after: Mounted;
}

/**
 * The mounted engine over all workers. A reload has two phases: compile and load everywhere, then swap everywhere in
 * one tick. What fails in the first changes nothing.
 */
export class MountedEngine {
  #current: Mounted;
  #reloading: Promise<unknown> = Promise.resolve();
  #version = 1;

  constructor(details: MountableRuleset) {
    this.#current = mountedAs(details, this.#version);
  }

  get current(): Mounted {
    return this.#current;
  }

  /** Swaps the ruleset for the one that this body names. One after the other. Throws ServiceError. */
  reload(
    body: Uint8Array,
    gzip: boolean,
    compiler: CompilerThread,
    pool: EvaluationPool,
  ): Promise<ReloadOutcome> {
    const reload = this.#reloading.then(() => this.#reload(body, gzip, compiler, pool));
    this.#reloading = reload.catch(() => undefined);
    return reload;
  }

  async #reload(
    body: Uint8Array,
    gzip: boolean,
    compiler: CompilerThread,
    pool: EvaluationPool,
  ): Promise<ReloadOutcome> {
    const before = this.#current;
    const details = await compiler.ask({ kind: 'reload', body, gzip, base: before.details.base });
    this.#version++;
    const after = mountedAs(details, this.#version);
    const problem = await pool.prepare(after.ruleset);
    if (problem !== null) {
      pool.discard(this.#version);
      throw new ServiceError('invalid_ruleset', `the compiled ruleset does not load: ${problem}`);
    }
    // No await between these: a thread that starts in between begins with one of the two, and never with neither.
    this.#current = after;
    pool.swap(after.ruleset);
    return { before, after };
  }
}

function mountedAs(details: MountableRuleset, version: number): Mounted {
  const { hash, name, javascript } = details;
  return { ruleset: { version, hash, name, javascript }, details, loadedAt: new Date() };
}
