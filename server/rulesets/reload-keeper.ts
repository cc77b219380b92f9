import { hashSources } from '../../compiler/read/hash-sources.ts';
import type { Layers } from '../../compiler/read/read-layers.ts';
import type { LayerSource, MountableRuleset, ReplicaLayer } from '../evaluation/protocol/compile-protocol.ts';
import type { KeptValues } from './kept-values.ts';

/** A ruleset that was loaded: what it is compiled from, and what it must compile to. */
export interface PastRuleset {
  /** `sha256:` and hex. */
  readonly hash: string;
  /** Newest first. */
  readonly layers: readonly ReplicaLayer[];
  /** The newest as it came. */
  readonly top: LayerSource;
}

/** Store of rulesets that were loaded. */
export interface ReloadHistory {
  /** Throws ServiceError `store_unavailable`. */
  readonly find: (hash: string) => Promise<PastRuleset | null>;
}

interface Entry {
  /** Hash of the initial ruleset. */
  readonly mountedHash: string;
  readonly hash: string;
  /** A text is the hash of a layer that the server was started with. */
  readonly layers: readonly (LayerSource | string)[];
}

const LATEST = 'reload';
const PAST = 'reloads';
/** Reloads that one can go back to. */
const MOST_PAST = 10;

/**
 * Stores reloads: sources and signatures, never compiled code. It does not store the ruleset that a server started with,
 * because those files exist and are trusted.
 */
export class ReloadKeeper implements ReloadHistory {
  readonly #values: KeptValues;
  readonly #mounted: { readonly name: string; readonly hash: string; readonly layers: Layers };
  /** Layers that reloads brought, by hash. */
  readonly #layers = new Map<string, LayerSource>();

  constructor(values: KeptValues, { name, hash, base }: MountableRuleset) {
    this.#values = values;
    this.#mounted = { name, hash, layers: base.layers };
  }

  /**
   * The latest reload; null: there was none on these files. One that was made on other files is forgotten.
   */
  async latest(): Promise<{ readonly past: PastRuleset | null; readonly isForgotten: boolean }> {
    const entry = await this.#read(LATEST);
    if (entry === null) return { past: null, isForgotten: false };
    const past = this.#restore(entry);
    if (entry.mountedHash === this.#mounted.hash && past !== null) return { past, isForgotten: false };
    await this.#values.setValue(LATEST, null);
    return { past: null, isForgotten: true };
  }

  /** Keeps a ruleset that is about to be swapped in. `layer`: its newest. */
  async keep({ hash, base }: MountableRuleset, layer: LayerSource): Promise<void> {
    const own = new Set(this.#mounted.layers.map(hashSources));
    this.#layers.set(hashSources(layer.sources), layer);
    const layers = base.layers.map((sources) => {
      const name = hashSources(sources);
      return own.has(name) ? name : (this.#layers.get(name) ?? name);
    });
    const text = JSON.stringify({ mountedHash: this.#mounted.hash, hash, layers } satisfies Entry);
    await this.#values.setValue(nameOf(hash), text);
    await this.#values.setValue(LATEST, text);
    await this.#remember(hash);
  }

  async find(hash: string): Promise<PastRuleset | null> {
    if (hash === this.#mounted.hash) return this.#mountedRuleset();
    const entry = await this.#read(nameOf(hash));
    return entry === null ? null : this.#restore(entry);
  }

  #mountedRuleset(): PastRuleset {
    const { name, hash, layers } = this.#mounted;
    const top = { name, sources: layers[0] ?? [], signature: null, signed: null };
    return { hash, layers: layers.map((sources) => ({ kind: 'own', name, sources })), top };
  }

  async #read(name: string): Promise<Entry | null> {
    const text = await this.#values.value(name);
    return text === null ? null : (JSON.parse(text) as Entry);
  }

  /** `null` if it builds on missing files. */
  #restore({ hash, layers }: Entry): PastRuleset | null {
    const own = new Map(this.#mounted.layers.map((sources) => [hashSources(sources), sources]));
    const restored: ReplicaLayer[] = [];
    for (const layer of layers) {
      if (typeof layer !== 'string') {
        this.#layers.set(hashSources(layer.sources), layer);
        restored.push({ kind: 'published', layer });
        continue;
      }
      const sources = own.get(layer);
      if (sources === undefined) return null;
      restored.push({ kind: 'own', name: this.#mounted.name, sources });
    }
    const [first] = layers;
    const top = first === undefined || typeof first === 'string' ? this.#mountedRuleset().top : first;
    return { hash, layers: restored, top };
  }

  async #remember(hash: string): Promise<void> {
    const before = JSON.parse((await this.#values.value(PAST)) ?? '[]') as readonly string[];
    const past = [hash, ...before.filter((other) => other !== hash)];
    await this.#values.setValue(PAST, JSON.stringify(past.slice(0, MOST_PAST)));
    for (const old of past.slice(MOST_PAST)) await this.#values.setValue(nameOf(old), null);
  }
}

function nameOf(hash: string): string {
  return `reload:${hash}`;
}
