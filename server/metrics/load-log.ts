import type { Logger } from 'pino';
import type { SensitivePaths } from '../../library/sensitive-paths.ts';
import type { Metric } from './exposition.ts';

/** A ruleset that decides from now on. */
export interface LoadedDetails {
  readonly name: string;
  readonly hash: string;
  readonly rules: number;
  readonly warnings: readonly string[];
  /** Rules of it ask for a token. */
  readonly attests: boolean;
  readonly sensitivePaths: SensitivePaths;
}

/** Versions whose sensitive places are kept. */
const MOST_KNOWN = 1024;

/** Logs every ruleset that is loaded with each of its warnings, and counts the warnings. */
export class LoadLog {
  readonly #log: Logger;
  readonly #makesTokens: () => boolean;
  readonly #paths = new Map<string, SensitivePaths>();
  #warnings = 0;

  /** @param makesTokens whether there is a key for attestation tokens */
  constructor(log: Logger, makesTokens: () => boolean) {
    this.#log = log;
    this.#makesTokens = makesTokens;
  }

  /** `by`: who reloaded it; null: the service. */
  loaded(details: LoadedDetails, ms: number, by: string | null): void {
    const { name, hash, rules, warnings, attests } = details;
    this.#paths.delete(hash);
    this.#paths.set(hash, details.sensitivePaths);
    if (this.#paths.size > MOST_KNOWN) this.#paths.delete(this.#paths.keys().next().value ?? '');
    this.#log.info(
      {
        ruleset: name,
        ruleset_hash: hash,
        rules,
        warnings: warnings.length,
        milliseconds: Math.round(ms),
        ...(by === null ? {} : { by }),
      },
      'ruleset loaded',
    );
    this.#warnings += warnings.length;
    for (const warning of warnings) this.#log.warn({ ruleset: name, warning }, 'ruleset warning');
    if (attests && !this.#makesTokens()) {
      this.#log.warn({ ruleset: name }, 'rules request attestation tokens, but attestation is off');
    }
  }

  /** For a recently loaded version; undefined for an unknown one. */
  sensitivePathsOf(hash: string): SensitivePaths | undefined {
    return this.#paths.get(hash);
  }

  metrics(): Metric {
    return {
      name: 'ferrule_ruleset_load_warnings_total',
      help: 'Warnings of all rulesets that were loaded.',
      type: 'counter',
      samples: [{ labels: {}, value: this.#warnings }],
    };
  }
}
