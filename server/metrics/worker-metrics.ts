/** Counters of the workers. A series is one set of label values; its numbers are adjacent in shared memory. */
export interface WorkerMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram';
  readonly labels: readonly string[];
}

export const WORKER_METRICS = {
  decisions: {
    name: 'ferrule_decisions_total',
    help: 'Decisions by ruleset.',
    type: 'counter',
    labels: ['ruleset', 'decision'],
  },
  durations: {
    name: 'ferrule_decision_duration_seconds',
    help: 'Time that evaluations took in the engine.',
    type: 'histogram',
    labels: ['ruleset'],
  },
  firings: {
    name: 'ferrule_rules_fired_total',
    help: 'Firings of rules.',
    type: 'counter',
    labels: ['ruleset', 'rule'],
  },
  asserted: {
    name: 'ferrule_session_facts_asserted_total',
    help: 'Facts asserted into sessions.',
    type: 'counter',
    labels: [],
  },
  retracted: {
    name: 'ferrule_session_facts_retracted_total',
    help: 'Facts retracted from sessions.',
    type: 'counter',
    labels: [],
  },
  recorded: {
    name: 'ferrule_audit_records_total',
    help: 'Records that the decision log accepted.',
    type: 'counter',
    labels: [],
  },
  dropped: {
    name: 'ferrule_audit_dropped_total',
    help: 'Records that did not fit into the buffer.',
    type: 'counter',
    labels: [],
  },
} as const satisfies Record<string, WorkerMetric>;

export type WorkerMetricName = keyof typeof WORKER_METRICS;

/** Upper bounds of the buckets of durations, in microseconds. */
export const BUCKETS_US: readonly number[] = [
  10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000,
];
/** A histogram's numbers: one a bucket, those beyond all buckets, the sum in microseconds. */
export const HISTOGRAM_CELLS = BUCKETS_US.length + 2;

/** Series of one metric; further sets of labels are counted together. */
export const MOST_SERIES = 1_000;
/** Label value of what is counted together. */
export const OTHER = 'other';
/** Numbers of one worker: room for a full set of every metric. */
export const CELLS = MOST_SERIES * (HISTOGRAM_CELLS + 4);

/** A worker has begun to count a series here. */
export interface SeriesStart {
  readonly metric: WorkerMetricName;
  readonly labels: readonly string[];
  readonly cell: number;
}
