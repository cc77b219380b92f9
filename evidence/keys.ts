import type { Logger } from 'pino';
import type { EvidenceConfiguration, Reread } from './settings.ts';
import type { EvidenceSettings } from './settings.ts';
import { TokenMaker } from './token.ts';
import type { PublicJwk } from './attestation-key.ts';

/** The key before and after its files were read again, by thumbprint; null: none. */
interface KeyChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** Knows with which keys records are masked and sealed. */
export interface KnowsKeys {
  readonly keys: { readonly settings: EvidenceSettings };
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

  /** Initial state of workers. */
  get settings(): EvidenceSettings {
    return this.#settings;
  }

  /** Keys that verify the tokens of this process, and earlier ones. */
  get jwks(): readonly PublicJwk[] {
    return this.#jwks;
  }

  /** Makes the tokens of reloads; null without a key. */
  get attester(): TokenMaker | null {
    return this.#attester;
  }

  /** Why the keys in force are not those of the files; null: they are. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Reloads the keys that sign tokens, mask and seal from their files; all of them or none. Returns null if they
   * cannot be taken. The key of checkpoints stays until the next start.
   */
  reread(): KeyChange | null {
    const read = this.#reread();
    if (!read.ok) {
      this.#problem = 'a key cannot be read';
      this.#log.error({ problems: read.problems }, 'cannot read keys: keeping the previous ones');
      return null;
    }
    this.#problem = null;
    const { token, log } = read.settings;
    const before = this.#settings;
    const { log: former } = before;
    const kept = former === null || log === null ? former : { ...former, mask: log.mask };
    this.#settings = { token, log: kept };
    this.#attester = makerOf(this.#settings);
    // Tokens of the previous key exist, wherever its public half is now.
    const kids = new Set(read.jwks.map(({ kid }) => kid));
    this.#jwks = [...read.jwks, ...this.#jwks.filter(({ kid }) => !kids.has(kid))];
    const change = { before: before.token?.signer.kid ?? null, after: token?.signer.kid ?? null };
    this.#log.info({ key_before: change.before, key_after: change.after }, 'keys reloaded');
    return change;
  }
}

function makerOf({ token }: EvidenceSettings): TokenMaker | null {
  return token === null ? null : new TokenMaker(token);
}
