import type { Logger } from 'pino';
import type { EvidenceConfiguration, Reread } from './configuration.ts';
import type { EvidenceSettings } from './settings.ts';
import { TokenMaker } from './token.ts';
import type { PublicJwk } from './attestation-key.ts';

/** The key before and after its files were read again, by thumbprint; null: none. */
export interface KeyChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** The keys in force: those of the start, until their files are read again. */
export class EvidenceKeys {
  readonly #reread: Reread;
  readonly #log: Logger;
  #settings: EvidenceSettings;
  #jwks: readonly PublicJwk[];
  #attester: TokenMaker | null;
  #problem: string | null = null;

  constructor({ settings, jwks, reread }: EvidenceConfiguration, log: Logger) {
    this.#reread = reread;
    this.#log = log;
    this.#settings = settings;
    this.#jwks = jwks;
    this.#attester = makerOf(settings);
  }

  /** What workers begin with. */
  get settings(): EvidenceSettings {
    return this.#settings;
  }

  /** What tokens verify with that this process has made, and those of before. */
  get jwks(): readonly PublicJwk[] {
    return this.#jwks;
  }

  /** Makes the tokens of reloads; null: there is no key. */
  get attester(): TokenMaker | null {
    return this.#attester;
  }

  /** Why the keys in force are not those of the files; null: they are. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Takes the keys that sign tokens, mask and seal as their files are now; all of them or none. Answers null when they
   * cannot be taken. The key of checkpoints stays until the next start.
   */
  reread(): KeyChange | null {
    const read = this.#reread();
    if (!read.ok) {
      this.#problem = 'a key cannot be read';
      this.#log.error({ problems: read.problems }, 'keys cannot be read: those from before stay in force');
      return null;
    }
    this.#problem = null;
    const { token, log } = read.settings;
    const before = this.#settings;
    const { log: former } = before;
    const kept = former === null || log === null ? former : { ...former, mask: log.mask };
    this.#settings = { token, log: kept };
    this.#attester = makerOf(this.#settings);
    // Somebody holds a token of the key from before, wherever its public half is by now.
    const kids = new Set(read.jwks.map(({ kid }) => kid));
    this.#jwks = [...read.jwks, ...this.#jwks.filter(({ kid }) => !kids.has(kid))];
    const change = { before: before.token?.signer.kid ?? null, after: token?.signer.kid ?? null };
    this.#log.info({ key_before: change.before, key_after: change.after }, 'keys read again');
    return change;
  }
}

function makerOf({ token }: EvidenceSettings): TokenMaker | null {
  return token === null ? null : new TokenMaker(token);
}
