import { ServiceError } from '../../library/errors.ts';
import { createFairTurns } from '../../library/queues/fair-turns.ts';
import { SERVICE_ACTOR } from '../../store/store-as.ts';
import type { PastRuleset, ReloadHistory, ReloadKeeper } from './reload-keeper.ts';
import { allowsRuleset } from '../../library/ruleset-patterns.ts';
import { checkBudgets, resetBudgets, type BudgetGuard } from './budget-guard.ts';
import { checkVersion, noteVersion, type SignedVersions } from './signed-versions.ts';
import type { RulesetReplica } from './ruleset-replica.ts';
import type { MountableRuleset, ReloadedRuleset, Rollback } from '../evaluation/protocol/compile-protocol.ts';
import type { TriedCandidate } from '../evaluation/compiling/compare.ts';
import type { CompilerThread } from '../evaluation/main/compiler-thread.ts';
import type { Mounted, MountedEngine } from '../evaluation/main/mounted-engine.ts';
import type { EvaluationPool } from '../evaluation/main/pool.ts';

interface ReloadOutcome {
  readonly before: Mounted;
  readonly after: Mounted;
}

interface ReloadRequest {
  readonly body: Uint8Array;
  readonly gzip: boolean;
  /** Patterns of the rulesets that exist for who sent it; null: all. */
  readonly rulesets: readonly string[] | null;
  /** Name of the token that sent it. */
  readonly actor: string;
  /** The caller, as members of a record. */
  readonly origin?: string | null;
}

interface DryRun {
  readonly before: Mounted;
  readonly details: MountableRuleset;
  readonly comparison: TriedCandidate;
}

interface ReloaderOptions {
  readonly mounted: MountedEngine;
  readonly compiler: CompilerThread;
  readonly pool: EvaluationPool;
  /** Threads that try candidates. */
  readonly trials: CompilerThread;
  /** Decisions that a dry run is tried on. */
  readonly mostTried: number;
  /** `null` if version numbers of signed rulesets may decrease. */
  readonly versions: SignedVersions | null;
}

/** Runs work while no shared fact comes in. */
type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** Store of reloads: of this server, or shared by all servers of a database. */
type Keeping =
  | { readonly kind: 'own'; readonly keeper: ReloadKeeper }
  | { readonly kind: 'shared'; readonly replica: RulesetReplica };

/** Budgets that a ruleset has under a name: they belong to the name. */
function budgetsIn({ name, budgets }: MountableRuleset, under: string): MountableRuleset['budgets'] {
  return name === under ? budgets : [];
}

/** Reloads of the mounted ruleset, one after the other, here or on all servers of a database. */
export class Reloader {
  readonly #options: ReloaderOptions;
  #keeping: Keeping | null = null;
  #exclusively: Exclusively = (work) => work();
  /** `null` if decisions are not counted here. */
  #budgets: BudgetGuard | null = null;
  readonly #turns = createFairTurns(1);
  readonly #dryRuns = createFairTurns(1);

  constructor(options: ReloaderOptions) {
    this.#options = options;
  }

  /** A version that was mounted here before, or on another server of the database; null: unknown. Throws ServiceError. */
  async past(hash: string): Promise<PastRuleset | null> {
    return (await this.#history()?.find(hash)) ?? null;
  }

  /** From now on reloads are those of all servers. */
  replicate(replica: RulesetReplica): void {
    this.#keeping = { kind: 'shared', replica };
  }

  /** From now on reloads are kept. */
  keepWith(keeper: ReloadKeeper): void {
    this.#keeping = { kind: 'own', keeper };
  }

  /** From now on a swap and the facts of the fleet wait for each other. */
  guard(exclusively: Exclusively): void {
    this.#exclusively = exclusively;
  }

  /** From now on budgets with live uses keep their meaning. */
  guardBudgets(guard: BudgetGuard): void {
    this.#budgets = guard;
  }

  /** Swaps the ruleset for the one that this body names. Throws ServiceError. */
  async reload({ body, gzip, rulesets, actor, origin = null }: ReloadRequest): Promise<ReloadOutcome> {
    const { mounted } = this.#options;
    let before = mounted.current;
    const make = (): Promise<ReloadedRuleset> => {
      // Another server's reload may have come in between.
      before = mounted.current;
      return this.#make({ body, gzip, rulesets, actor }, before, false);
    };
    const work = async (): Promise<ReloadOutcome> => {
      const made =
        this.#keeping?.kind === 'shared'
          ? await this.#reloadAll(this.#keeping.replica, make, () => before)
          : await this.#reloadOwn(await make(), before);
      const { details, resetBudgets: named } = made;
      await resetBudgets(this.#budgets, [before.ruleset.name, details.name], named, origin);
      await this.#budgets?.mounted(details);
      return { before, after: mounted.current };
    };
    return this.#turns.run(actor, work);
  }

  async #reloadOwn(made: ReloadedRuleset, before: Mounted): Promise<ReloadedRuleset> {
    await this.#checkBudgets(made, before);
    await this.mount(made.details, () => this.#keep(made));
    return made;
  }

  /** Reloads all servers of a database. `before`: the version that the last `make` was made on */
  async #reloadAll(
    replica: RulesetReplica,
    make: () => Promise<ReloadedRuleset>,
    before: () => Mounted,
  ): Promise<ReloadedRuleset> {
    let last: ReloadedRuleset | null = null;
    await replica.reload(make, async (made) => {
      await this.#checkBudgets(made, before());
      await this.#note(made);
      last = made;
    });
    return last!;
  }

  async #checkBudgets({ details, resetBudgets: named }: ReloadedRuleset, { ruleset }: Mounted): Promise<void> {
    await checkBudgets(this.#budgets, ruleset.name, budgetsIn(details, ruleset.name), named);
  }

  /** Changes that a reload with this body would make to recent decisions; swaps nothing. Throws ServiceError. */
  async dryRun(request: ReloadRequest): Promise<DryRun> {
    const { mounted, pool, trials, mostTried: most } = this.#options;
    // One at a time: the decisions are held in memory meanwhile.
    return this.#dryRuns.run(request.actor, async () => {
      const before = mounted.current;
      const { details } = await this.#make(request, before, true);
      const { hash, name, javascript } = details;
      const decisions = most === 0 ? [] : await pool.recent();
      const ruleset = { hash, name, javascript };
      const comparison = await trials.ask<'compare'>({ kind: 'compare', ruleset, decisions, most });
      return { before, details, comparison };
    });
  }

  /**
   * Swaps the ruleset for the one at this path of the file system, as at the start. Throws ServiceError.
   * @param isStart a server that shares reloads does this too: it began with another version than that of its files
   */
  async remount(path: string, isStart = false): Promise<void> {
    const { compiler, mounted } = this.#options;
    const work = async (): Promise<void> => {
      // A reloaded ruleset is stored, here or on all servers, until the next reload.
      if ((this.#keeping?.kind === 'shared' && !isStart) || mounted.current.origin === 'reloaded') {
        throw new ServiceError('engine_not_mounted', 'only a reload can replace a reloaded ruleset');
      }
      const details = await compiler.ask<'mount'>({ kind: 'mount', path });
      const { name } = mounted.current.ruleset;
      await checkBudgets(this.#budgets, name, budgetsIn(details, name), []);
      await this.noteFiles(details);
      await this.mount(details, undefined, 'mounted');
      await this.#budgets?.mounted(details);
    };
    return this.#turns.run(SERVICE_ACTOR, work);
  }

  /** Both phases. `agree`: see MountedEngine. Throws ServiceError. */
  mount(
    details: MountableRuleset,
    agree: () => Promise<boolean> = () => Promise.resolve(true),
    origin: Mounted['origin'] = 'reloaded',
  ): Promise<boolean> {
    const { mounted, pool } = this.#options;
    return this.#exclusively(() => mounted.mount(details, pool, agree, origin));
  }

  async #make(
    { body, gzip, rulesets, actor }: ReloadRequest,
    before: Mounted,
    dry: boolean,
  ): Promise<ReloadedRuleset> {
    const { compiler, versions } = this.#options;
    if (!allowsRuleset(rulesets, before.ruleset.name))
      throw new ServiceError('ruleset_not_found', 'no such ruleset');
    const reply = await compiler.ask<'reload'>(
      { kind: 'reload', dry, rulesets, body, gzip, base: before.details.base },
      { actor, onLeave: () => undefined },
    );
    if (versions !== null) await checkVersion(versions, reply.version);
    return 'rollback' in reply ? this.#goBack(reply) : reply;
  }

  async #goBack({ rollback, version, resetBudgets: named }: Rollback): Promise<ReloadedRuleset> {
    const past = (await this.#history()?.find(rollback)) ?? null;
    if (past === null)
      throw new ServiceError('ruleset_not_found', 'no ruleset with this hash is stored here', 'ruleset_hash');
    const details = await this.#options.compiler.ask<'replica'>({ kind: 'replica', layers: past.layers });
    if (details.hash !== rollback)
      throw new ServiceError(
        'invalid_ruleset',
        'the stored ruleset compiles to another hash',
        'ruleset_hash',
      );
    return { details, layer: past.top, version, resetBudgets: named };
  }

  #history(): ReloadHistory | null {
    if (this.#keeping === null) return null;
    return this.#keeping.kind === 'shared' ? this.#keeping.replica : this.#keeping.keeper;
  }

  /** Between the phases: what is swapped in has been kept. */
  async #keep(made: ReloadedRuleset): Promise<boolean> {
    await this.#note(made);
    if (this.#keeping?.kind === 'own') await this.#keeping.keeper.keep(made.details, made.layer);
    return true;
  }

  /** The number of files that are mounted counts as seen: nothing that was signed before them is taken. */
  async noteFiles({ fileVersion }: MountableRuleset): Promise<void> {
    if (fileVersion !== undefined) await this.#options.versions?.raise(fileVersion);
  }

  async #note({ version }: ReloadedRuleset): Promise<void> {
    const { versions } = this.#options;
    if (versions !== null) await noteVersion(versions, version);
  }
}
