import type { Logger } from 'pino';
import { ServiceError } from '../../../library/errors.ts';
import type { PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { Metric } from '../../metrics/exposition.ts';
import type { TriedCandidate } from '../compiling/compare.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { LoadedRuleset } from '../protocol/protocol.ts';

/** Decisions that may wait for the candidate, and their bytes; what comes beyond is not tried. */
const MOST_WAITING = 2_000;
const MOST_BYTES = 67_108_864;

const OUTCOMES = ['same', 'other_reasons', 'different', 'left_out', 'failed', 'dropped'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * A candidate that is tried on decided requests, in its own thread: it returns nothing and delays no request.
 * Differences are counted and logged.
 */
export class Shadow {
  readonly #path: string;
  readonly #thread: CompilerThread;
  readonly #log: Logger;
  readonly #counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  #candidate: LoadedRuleset | null = null;
  readonly #waiting: PackedDecisions[] = [];
  #held = { count: 0, bytes: 0 };
  #isBusy = false;

  constructor(path: string, thread: CompilerThread, log: Logger) {
    this.#path = path;
    this.#thread = thread;
    this.#log = log;
  }

  /** Reads the candidate, also again; one that does not compile leaves the one from before. Throws ServiceError. */
  async read(): Promise<void> {
    try {
      const { hash, name, javascript, rules, warnings } = await this.#thread.ask<'mount'>({
        kind: 'mount',
        path: this.#path,
      });
      this.#candidate = { hash, name, javascript };
      const fields = { ruleset: name, ruleset_hash: hash, rules, warnings: warnings.length };
      this.#log.info(fields, 'shadow ruleset loaded');
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(error.code, `SERVICE_SHADOW_RULESET: ${error.message}`);
    }
  }

  /** Decisions that were just made. */
  offer(decisions: PackedDecisions): void {
    const { count, bytes } = decisions;
    if (this.#held.count + count > MOST_WAITING || this.#held.bytes + bytes.length > MOST_BYTES) {
      this.#count('dropped', count);
      return;
    }
    this.#waiting.push(decisions);
    this.#held.count += count;
    this.#held.bytes += bytes.length;
    void this.#work();
  }

  metrics(): Metric {
    return {
      name: 'ferrule_shadow_decisions_total',
      help: 'Decisions that the shadow ruleset also evaluated, by result.',
      type: 'counter',
      samples: [...this.#counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
    };
  }

  async #work(): Promise<void> {
    if (this.#isBusy || this.#candidate === null) return;
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const { count, bytes } = next;
      this.#held.count -= count;
      this.#held.bytes -= bytes.length;
      const ruleset = this.#candidate;
      try {
        const request = { kind: 'compare', ruleset, decisions: [next], most: count } as const;
        this.#note(await this.#thread.ask<'compare'>(request));
      } catch (error) {
        this.#count('failed', count);
        const problem = error instanceof ServiceError ? error.code : String(error);
        this.#log.warn({ problem, decisions: count }, 'cannot evaluate the shadow ruleset');
        // The thread is being closed.
        if (error instanceof ServiceError && error.code === 'shutting_down') break;
      }
    }
    this.#isBusy = false;
  }

  #note({ same, otherReasons, changes, leftOut }: TriedCandidate): void {
    this.#count('same', same);
    this.#count('other_reasons', otherReasons);
    this.#count('left_out', leftOut);
    for (const { before, after, count, rulesBefore, rulesAfter, decisionId } of changes) {
      this.#count('different', count);
      this.#log.info(
        {
          decision_id: decisionId,
          decisions: count,
          before,
          after,
          no_longer: rulesBefore,
          now: rulesAfter,
        },
        'the shadow ruleset decides differently',
      );
    }
  }

  #count(outcome: Outcome, count: number): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + count);
  }
}
