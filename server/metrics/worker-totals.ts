import type { Metric, Sample } from './exposition.ts';
import {
  BUCKETS_US,
  CELLS,
  HISTOGRAM_CELLS,
  MOST_SERIES,
  OTHER,
  WORKER_METRICS,
  type SeriesStart,
  type WorkerMetric,
  type WorkerMetricName,
} from './worker-metrics.ts';

interface Totals {
  readonly labels: readonly string[];
  readonly numbers: number[];
}

const MICROSECONDS = 1_000_000;

/** Counts of all workers since the service started, ended ones included. */
export class WorkerTotals {
  /** Threads that count, and what they count where. */
  readonly #threads = new Map<number, { readonly cells: Float64Array; readonly series: SeriesStart[] }>();
  readonly #gone = new Map<WorkerMetricName, Map<string, Totals>>();

  /** Memory for a thread to count in. */
  begin(thread: number): Float64Array {
    const cells = new Float64Array(new SharedArrayBuffer(CELLS * Float64Array.BYTES_PER_ELEMENT));
    this.#threads.set(thread, { cells, series: [] });
    return cells;
  }

  learn(thread: number, series: SeriesStart): void {
    this.#threads.get(thread)?.series.push(series);
  }

  /** The thread is gone; what it counted stays. */
  end(thread: number): void {
    const ended = this.#threads.get(thread);
    this.#threads.delete(thread);
    if (ended === undefined) return;
    for (const series of ended.series)
      addTo(this.#gone, series.metric, series.labels, numbersOf(series, ended.cells));
  }

  metrics(): Metric[] {
    const totals = new Map<WorkerMetricName, Map<string, Totals>>();
    for (const [metric, all] of this.#gone)
      for (const { labels, numbers } of all.values()) addTo(totals, metric, labels, numbers);
    for (const { cells, series } of this.#threads.values())
      for (const one of series) addTo(totals, one.metric, one.labels, numbersOf(one, cells));
    return (Object.entries(WORKER_METRICS) as [WorkerMetricName, WorkerMetric][]).map(([key, metric]) => ({
      ...metric,
      samples: [...(totals.get(key)?.values() ?? [])].flatMap((one) => samplesOf(metric, one)),
    }));
  }
}

function numbersOf({ metric, cell }: SeriesStart, cells: Float64Array): readonly number[] {
  return [
    ...cells.subarray(cell, cell + (WORKER_METRICS[metric].type === 'histogram' ? HISTOGRAM_CELLS : 1)),
  ];
}

function addTo(
  totals: Map<WorkerMetricName, Map<string, Totals>>,
  metric: WorkerMetricName,
  labels: readonly string[],
  numbers: readonly number[],
): void {
  let all = totals.get(metric);
  if (all === undefined) totals.set(metric, (all = new Map()));
  let key = JSON.stringify(labels);
  let kept = labels;
  if (!all.has(key) && all.size >= MOST_SERIES - 1) {
    kept = labels.map(() => OTHER);
    key = JSON.stringify(kept);
  }
  const before = all.get(key);
  if (before === undefined) all.set(key, { labels: kept, numbers: [...numbers] });
  else for (const [i, number] of numbers.entries()) before.numbers[i] = (before.numbers[i] ?? 0) + number;
}

function samplesOf({ type, labels: names }: WorkerMetric, { labels, numbers }: Totals): Sample[] {
  const named = Object.fromEntries(names.map((name, i) => [name, labels[i] ?? '']));
  if (type === 'counter') return [{ labels: named, value: numbers[0] ?? 0 }];
  const samples: Sample[] = [];
  let count = 0;
  for (let i = 0; i <= BUCKETS_US.length; i++) {
    count += numbers[i] ?? 0;
    const bound = BUCKETS_US[i];
    const le = bound === undefined ? '+Inf' : String(bound / MICROSECONDS);
    samples.push({ suffix: '_bucket', labels: { ...named, le }, value: count });
  }
  const sum = (numbers[HISTOGRAM_CELLS - 1] ?? 0) / MICROSECONDS;
  return [
    ...samples,
    { suffix: '_sum', labels: named, value: sum },
    { suffix: '_count', labels: named, value: count },
  ];
}
