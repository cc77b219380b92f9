import type { RulesetReplica } from '../replicas/ruleset-replica.ts';
import type { MountableRuleset } from './compile-protocol.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { Mounted, MountedEngine } from './mounted-engine.ts';
import type { EvaluationPool } from './pool.ts';

export interface ReloadOutcome {
  readonly before: Mounted;
  readonly after: Mounted;
}

export interface ReloaderOptions {
  readonly mounted: MountedEngine;
  readonly compiler: CompilerThread;
  readonly pool: EvaluationPool;
}

/** Runs work while no shared fact comes in. */
type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** Reloads of the mounted ruleset, one after the other, here or on all servers of a database. */
export class Reloader {
  readonly #options: ReloaderOptions;
  #replica: RulesetReplica | null = null;
  #exclusively: Exclusively = (work) => work();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ReloaderOptions) {
    this.#options = options;
  }

  /** From now on reloads are those of all servers. */
  replicate(replica: RulesetReplica): void {
    this.#replica = replica;
  }

  /** From now on a swap and the facts of the fleet wait for each other. */
  guard(exclusively: Exclusively): void {
    this.#exclusively = exclusively;
  }

  /** Swaps the ruleset for the one that this body names. Throws ServiceError. */
  async reload(body: Uint8Array, gzip: boolean): Promise<ReloadOutcome> {
    const { mounted, compiler } = this.#options;
    let before = mounted.current;
    const make = () => {
      // Another server's reload may have come in between.
      before = mounted.current;
      return compiler.ask<'reload'>({ kind: 'reload', body, gzip, base: before.details.base });
    };
    const work = async (): Promise<ReloadOutcome> => {
      if (this.#replica === null) await this.mount((await make()).details);
      else await this.#replica.reload(make);
      return { before, after: mounted.current };
    };
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Both phases. `agree`: see MountedEngine. Throws ServiceError. */
  mount(
    details: MountableRuleset,
    agree: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<boolean> {
    const { mounted, pool } = this.#options;
    return this.#exclusively(() => mounted.mount(details, pool, agree));
  }
}
