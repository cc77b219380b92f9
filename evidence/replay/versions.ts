import { compileSources, type PassedCompilation } from '../../compiler/compile.ts';
import { Engine } from '../../runtime/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { readArchived } from './archive.ts';

/** A version of a ruleset, ready to decide again. */
export interface Version {
  readonly hash: string;
  readonly compilation: PassedCompilation;
  /** Without facts. */
  readonly engine: Engine;
  readonly createEngine: () => Engine;
}

/** The time that all rules see, in milliseconds. */
export interface Clock {
  ms: number;
}

/** The versions that records name, compiled once each. */
export class Versions {
  readonly #folders: readonly string[];
  readonly #clock: Clock;
  readonly #versions = new Map<string, Version | null>();

  /** @param folders archives, see archive.ts */
  constructor(folders: readonly string[], clock: Clock) {
    this.#folders = folders;
    this.#clock = clock;
  }

  /** Null when no archive has it, or what it has is another version. */
  get(hash: string): Version | null {
    let version = this.#versions.get(hash);
    if (version === undefined) {
      version = this.#read(hash);
      this.#versions.set(hash, version);
    }
    return version;
  }

  #read(hash: string): Version | null {
    for (const folder of this.#folders) {
      const archived = readArchived(folder, hash);
      if (archived === null) continue;
      const [own = [], ...base] = archived.layers;
      for (const lenient of [false, true]) {
        const compilation = compileSources(own, { base, name: archived.name, lenient });
        if (compilation.ok && compilation.hash === hash) return versionOf(compilation, this.#clock);
      }
    }
    return null;
  }
}

/** A compilation without errors as a version. */
export function versionOf(compilation: PassedCompilation, clock: Clock): Version {
  const compiled = loadRuleset(compilation.javascript(), compilation.ruleset?.name);
  const createEngine = (): Engine => new Engine(compiled, { now: () => clock.ms });
  return { hash: compilation.hash, compilation, engine: createEngine(), createEngine };
}
