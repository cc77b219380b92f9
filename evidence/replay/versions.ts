import { compileSources } from '../../compiler/compile.ts';
import { versionOf, type Clock, type Version } from '../../library/compare/version.ts';
import { loadModule } from '../../library/node/load-ruleset.ts';
import { readArchived } from './archive.ts';

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
        if (compilation.ok && compilation.hash === hash)
          return versionOf(compilation, this.#clock, loadModule);
      }
    }
    return null;
  }
}
