import type { Logger } from 'pino';
import { ServiceError } from '../../../library/errors.ts';
import type { RecentDecision } from '../../../evidence/recent.ts';
import type { RecentComparison } from '../../../evidence/replay/compare-recent.ts';
import type { Metric } from '../../metrics/exposition.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { LoadedRuleset } from '../protocol/protocol.ts';

/** Decisions that may wait for the candidate; what comes beyond is not tried. */
const MOST_WAITING = 2_000;
/** Jobs per message to its thread: a candidate that exceeds its time loses at most these. */
const BATCH = 200;

const OUTCOMES = ['same', 'other_reasons', 'different', 'left_out', 'failed', 'dropped'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * A candidate that is tried on decided requests, in its own thread: it returns nothing and delays no request.
 * Where it differs is counted and logged.
 */
export class Shadow {
  readonly #path: string;
  readonly #thread: CompilerThread;
  readonly #log: Logger;
  readonly #counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  #candidate: LoadedRuleset | null = null;
  #waiting: RecentDecision[] = [];
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
  offer(decisions: readonly RecentDecision[]): void {
    const room = MOST_WAITING - this.#waiting.length;
    this.#waiting.push(...decisions.slice(0, room));
    this.#count('dropped', Math.max(0, decisions.length - room));
    void this.#work();
  }

  metrics(): Metric {
    return {
      name: 'ferrule_shadow_decisions_total',
      help: 'Decisions that the shadow ruleset was tried on, by what came out.',
      type: 'counter',
      samples: [...this.#counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
    };
  }

  async #work(): Promise<void> {
    if (this.#isBusy || this.#candidate === null) return;
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const decisions = this.#waiting.splice(0, BATCH);
      const ruleset = this.#candidate;
      try {
        this.#note(await this.#thread.ask<'compare'>({ kind: 'compare', ruleset, decisions }));
      } catch (error) {
        this.#count('failed', decisions.length);
        const problem = error instanceof ServiceError ? error.code : String(error);
        this.#log.warn({ problem, decisions: decisions.length }, 'cannot evaluate the shadow ruleset');
        // The thread is being closed.
        if (error instanceof ServiceError && error.code === 'shutting_down') break;
      }
    }
    this.#isBusy = false;
  }

  #note({ same, otherReasons, changes, leftOut }: RecentComparison): void {
    this.#count('same', same);
    this.#count('other_reasons', otherReasons);
    this.#count('left_out', leftOut);
    for (const { before, after, count, rulesBefore, rulesAfter, example } of changes) {
      this.#count('different', count);
      this.#log.info(
        {
          decision_id: example.decision_id,
          decisions: count,
          before,
          after,
          no_longer: Object.keys(rulesBefore),
          now: Object.keys(rulesAfter),
        },
        'the shadow ruleset decides otherwise',
      );
    }
  }

  #count(outcome: Outcome, count: number): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + count);
  }
}
