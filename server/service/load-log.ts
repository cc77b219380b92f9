import type { Logger } from 'pino';
import type { Metric } from '../metrics/exposition.ts';

/** A ruleset that decides from now on. */
export interface LoadedDetails {
  readonly name: string;
  readonly hash: string;
  readonly rules: number;
  readonly warnings: readonly string[];
  /** Rules of it ask for a token. */
  readonly attests: boolean;
}

/** Logs every ruleset that is loaded with each of its warnings, and counts the warnings. */
export class LoadLog {
  readonly #log: Logger;
  readonly #makesTokens: () => boolean;
  #warnings = 0;

  /** @param makesTokens whether there is a key for attestation tokens */
  constructor(log: Logger, makesTokens: () => boolean) {
    this.#log = log;
    this.#makesTokens = makesTokens;
  }

  /** `by`: who reloaded it; null: the service. */
  loaded({ name, hash, rules, warnings, attests }: LoadedDetails, ms: number, by: string | null): void {
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
    for (const warning of warnings) this.#log.warn({ ruleset: name, warning }, 'ruleset has a warning');
    if (attests && !this.#makesTokens()) {
      this.#log.warn({ ruleset: name }, 'rules ask for attestation tokens, and none are made');
    }
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
