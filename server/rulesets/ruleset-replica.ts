import { hashSources } from '../../compiler/read/hash-sources.ts';
import type { Layers } from '../../compiler/read/read-layers.ts';
import type {
  LayerSource,
  MountableRuleset,
  ReloadedRuleset,
  ReplicaLayer,
} from '../evaluation/protocol/compile-protocol.ts';
import { ServiceError } from '../../library/errors.ts';
import type { PastRuleset, ReloadHistory } from './reload-keeper.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { Store, StoreLog } from '../../store/store.ts';
import {
  createGroup,
  latestVersion,
  publishVersion,
  readLayer,
  readVersion,
  versionOf,
  type RulesetVersion,
} from './ruleset-version.ts';

/** Interface of a replica to its server. */
export interface ReplicaHost {
  /** Compiles the layers of a version, newest first. Throws ServiceError. */
  readonly compile: (layers: readonly ReplicaLayer[]) => Promise<MountableRuleset>;
  /** Both phases of a reload; see Reloader. Throws ServiceError, and then nothing has changed. */
  readonly mount: (details: MountableRuleset, agree?: () => Promise<boolean>) => Promise<boolean>;
}

/** Servers that mount one ruleset on one database form a group. */
const GROUP = 'default';
const POLL_MS = 5_000;

/**
 * Keeps the mounted ruleset the same on all servers of a database: a reload on one is published there, and the others
 * load it. Versions are numbered; each server goes to the latest.
 */
export class RulesetReplica implements ReloadHistory {
  readonly #store: LazyStore;
  readonly #host: ReplicaHost;
  readonly #log: StoreLog;
  /** The initial ruleset: trusted without a signature. */
  readonly #mounted: { readonly name: string; readonly hash: string; readonly layers: Layers };
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #opened: Promise<Store> | null = null;
  /** The latest version that was looked at, and whether it is loaded. */
  #version = 0;
  #problem: string | null = null;
  #joined = false;

  constructor(store: LazyStore, host: ReplicaHost, mounted: MountableRuleset, log: StoreLog) {
    this.#store = store;
    this.#host = host;
    this.#log = log;
    this.#mounted = { name: mounted.name, hash: mounted.hash, layers: mounted.base.layers };
  }

  get version(): number {
    return this.#version;
  }

  /** Why this server does not answer with the latest version, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Goes to the group's version and follows it from now on. What was reloaded concerns servers that were started with
   * the same files: one that was started with others brings something new and keeps it.
   */
  async start(): Promise<void> {
    await this.#follow();
    this.#timer = setInterval(() => void this.#follow(), POLL_MS).unref();
  }

  /** Loads a version that another server published. Settled when this one is as far as it can go. */
  #follow(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#catchUp(await this.#open());
      } catch (error) {
        this.#problem = error instanceof Error ? error.message : String(error);
        this.#log.warn({ problem: this.#problem }, 'cannot follow the ruleset of the other servers');
      }
    });
  }

  /**
   * Makes a reload that all servers follow. `make` compiles it on top of the mounted ruleset, and again if another server
   * reloads first. `note` runs before it is published, and can refuse it. If this throws ServiceError, nothing has changed.
   */
  reload(
    make: () => Promise<ReloadedRuleset>,
    note: (made: ReloadedRuleset) => Promise<void>,
  ): Promise<void> {
    return this.#inTurn(async () => {
      const store = await this.#open();
      for (;;) {
        await this.#catchUp(store);
        const reloaded = await make();
        const isMounted = await this.#host.mount(reloaded.details, async () => {
          await note(reloaded);
          return this.#publish(store, reloaded);
        });
        if (isMounted) return;
      }
    });
  }

  /** A ruleset that some server loaded, or the one that this server was started with. */
  async find(hash: string): Promise<PastRuleset | null> {
    const store = await this.#open();
    const number = await versionOf(store, GROUP, hash);
    const version = number === null ? null : await readVersion(store, GROUP, number);
    if (version === null) return hash === this.#mounted.hash ? this.#mountedRuleset() : null;
    const layers = await this.#layersOf(store, version);
    const [first] = layers;
    const top = first?.kind === 'published' ? first.layer : this.#mountedRuleset().top;
    return { hash, layers, top };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unlisten?.();
  }

  #mountedRuleset(): PastRuleset {
    const { name, hash, layers } = this.#mounted;
    const top = { name, sources: layers[0] ?? [], signature: null, signed: null };
    return { hash, layers: layers.map((sources) => ({ kind: 'own', name, sources })), top };
  }

  /** True if this is now the latest version. */
  async #publish(store: Store, { details, layer }: ReloadedRuleset): Promise<boolean> {
    const layers = details.base.layers.map(hashSources);
    const made = { hash: details.hash, mountedHash: this.#mounted.hash, layers, layer };
    const version = await publishVersion(store, GROUP, this.#version, made);
    if (version === null) return false;
    this.#version = version;
    this.#problem = null;
    return true;
  }

  async #catchUp(store: Store): Promise<void> {
    const latest = await latestVersion(store, GROUP);
    if (latest === this.#version && this.#joined) return;
    const version = latest === 0 ? null : await readVersion(store, GROUP, latest);
    const isOurs = this.#joined || version?.mountedHash === this.#mounted.hash;
    this.#problem = null;
    if (version !== null && isOurs) await this.#load(store, version);
    this.#version = latest;
    this.#joined = true;
  }

  /** A version that cannot be loaded is reported and skipped; only an unavailable database is retried. */
  async #load(store: Store, version: RulesetVersion): Promise<void> {
    try {
      const details = await this.#host.compile(await this.#layersOf(store, version));
      if (details.hash !== version.hash)
        throw new ServiceError('invalid_ruleset', 'it compiles to another hash here');
      await this.#host.mount(details);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'store_unavailable') throw error;
      this.#problem = `version ${version.version} (${version.hash}) is not loaded: ${error.message}`;
      this.#log.error({ problem: this.#problem }, 'cannot follow a reload of another server');
    }
  }

  async #layersOf(store: Store, version: RulesetVersion): Promise<readonly ReplicaLayer[]> {
    const own = new Map(this.#mounted.layers.map((layer) => [hashSources(layer), layer]));
    const layers: ReplicaLayer[] = [];
    for (const hash of version.layers) {
      const sources = own.get(hash);
      const layer: LayerSource | null = sources === undefined ? await readLayer(store, GROUP, hash) : null;
      if (sources !== undefined) layers.push({ kind: 'own', name: this.#mounted.name, sources });
      else if (layer !== null) layers.push({ kind: 'published', layer });
      else
        throw new ServiceError('invalid_ruleset', 'it builds on files other than those that this server started with');
    }
    return layers;
  }

  #open(): Promise<Store> {
    this.#opened ??= this.#listen().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }

  async #listen(): Promise<Store> {
    const store = await this.#store.open();
    await createGroup(store, GROUP);
    this.#unlisten ??= await store.listen('ferrule_rulesets', () => void this.#follow());
    return store;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
