import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import {
  BUCKETS_US,
  HISTOGRAM_CELLS,
  MOST_SERIES,
  OTHER,
  WORKER_METRICS,
  type SeriesStart,
  type WorkerMetricName,
} from './worker-metrics.ts';

/** Offsets of the counters of one ruleset. */
interface RulesetCells {
  readonly durations: number;
  readonly decisions: Map<string | null, number>;
  readonly firings: Map<string, number>;
}

/**
 * Counts in one worker, into memory that the HTTP thread reads on demand: an evaluation pays some additions,
 * and a thread that dies takes no number with it.
 */
export class WorkerCounters {
  readonly #cells: Float64Array;
  readonly #announce: (series: SeriesStart) => void;
  readonly #known = new Map<string, number>();
  readonly #series = new Map<WorkerMetricName, number>();
  readonly #rulesets = new WeakMap<CompiledRuleset, RulesetCells>();
  #next = 0;

  /** @param announce called with every series before it is counted */
  constructor(cells: Float64Array, announce: (series: SeriesStart) => void) {
    this.#cells = cells;
    this.#announce = announce;
  }

  /** One evaluation. */
  evaluated(ruleset: CompiledRuleset, { decision, durationUs, ruleTrace }: EvaluationResult): void {
    const cells = this.#cells;
    const at = this.#rulesets.get(ruleset) ?? this.#begin(ruleset);
    const { name } = ruleset;
    cells[at.decisions.get(decision) ?? this.#learn(at.decisions, 'decisions', name, decision)]!++;
    let bucket = 0;
    while (bucket < BUCKETS_US.length && durationUs > BUCKETS_US[bucket]!) bucket++;
    cells[at.durations + bucket]!++;
    cells[at.durations + HISTOGRAM_CELLS - 1]! += durationUs;
    for (let i = 0; i < ruleTrace.length; i++) {
      const rule = ruleTrace[i]!;
      cells[at.firings.get(rule) ?? this.#learn(at.firings, 'firings', name, rule)]!++;
    }
  }

  add(metric: 'asserted' | 'retracted' | 'recorded' | 'dropped', count: number): void {
    this.#cells[this.#cellOf(metric, [])]! += count;
  }

  #begin(ruleset: CompiledRuleset): RulesetCells {
    const durations = this.#cellOf('durations', [ruleset.name]);
    const at: RulesetCells = { durations, decisions: new Map(), firings: new Map() };
    this.#rulesets.set(ruleset, at);
    return at;
  }

  #learn<K extends string | null>(
    known: Map<K, number>,
    metric: WorkerMetricName,
    ruleset: string,
    key: K,
  ): number {
    const cell = this.#cellOf(metric, [ruleset, key ?? 'none']);
    known.set(key, cell);
    return cell;
  }

  #cellOf(metric: WorkerMetricName, labels: readonly string[]): number {
    const key = JSON.stringify([metric, labels]);
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    const count = this.#series.get(metric) ?? 0;
    if (count >= MOST_SERIES - 1 && labels[0] !== OTHER)
      return this.#cellOf(
        metric,
        labels.map(() => OTHER),
      );
    this.#series.set(metric, count + 1);
    const cell = this.#next;
    this.#next += WORKER_METRICS[metric].type === 'histogram' ? HISTOGRAM_CELLS : 1;
    this.#known.set(key, cell);
    this.#announce({ metric, labels, cell });
    return cell;
  }
}
