import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ErrorCode } from '../../library/errors.ts';
import type { RecordCounts } from '../../evidence/audit.ts';
import type { WorkerTotals } from './worker-totals.ts';
import { VERSION } from '../../library/version.ts';
import { writeExposition, type Metric, type Sample } from './exposition.ts';
import { WORKER_METRICS } from './worker-metrics.ts';

/** Counts the records that the service takes. */
interface CountsRecords {
  readonly audit: { readonly counts: RecordCounts; readonly isFull: boolean } | null;
}

/** Knows which ruleset is mounted, if one is. */
interface KnowsMounted {
  readonly serving: { readonly kind: 'stock' } | { readonly kind: 'mounted'; readonly engine: MountedSince };
}

interface MountedSince {
  readonly current: {
    readonly ruleset: { readonly name: string; readonly hash: string; readonly version: number };
    readonly details: { readonly warnings: readonly string[] };
    readonly loadedAt: Date;
  };
}

/** Parts of the service whose state is read at every scrape. */
export interface MetricsPort extends CountsRecords, KnowsMounted {
  readonly pool: {
    readonly totals: WorkerTotals;
    readonly restarts: ReadonlyMap<string, number>;
    readonly sessions: number | null;
    readonly active: number;
    readonly sessionRoom: number;
    readonly size: number;
  };
  readonly compiler: { readonly waiting: number };
  readonly texts: { readonly waiting: number };
}

const MEGA = 1e6;
const GIGA = 1e9;
const RECORD_COUNTS: ReadonlyMap<string, keyof RecordCounts> = new Map([
  [WORKER_METRICS.recorded.name, 'recorded'],
  [WORKER_METRICS.dropped.name, 'dropped'],
]);
const QUANTILES = [50, 90, 99];

/** Counters of the HTTP thread, and the output of all metrics. */
export class ServiceMetrics {
  readonly #errors = new Map<ErrorCode, number>();
  readonly #reloads = new Map<string, number>([
    ['success', 0],
    ['refused', 0],
    ['dry_run', 0],
  ]);
  readonly #sources: (() => readonly Metric[])[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor() {
    this.#delay.enable();
  }

  countError(code: ErrorCode): void {
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  countReload(outcome: 'success' | 'refused' | 'dry_run'): void {
    this.#reloads.set(outcome, (this.#reloads.get(outcome) ?? 0) + 1);
  }

  /** Metrics of another part, collected at every scrape. */
  include(source: () => readonly Metric[]): void {
    this.#sources.push(source);
  }

  /** All metrics in the text format of Prometheus. */
  write(services: MetricsPort): string {
    const delays = QUANTILES.map((quantile) => ({
      labels: { quantile: String(quantile / 100) },
      value: this.#delay.percentile(quantile) / GIGA,
    }));
    this.#delay.reset();
    return writeExposition([
      ...withRecords(services.pool.totals.metrics(), services),
      counter('ferrule_errors_total', 'Refused requests by code.', labelled('kind', this.#errors)),
      counter('ferrule_ruleset_reloads_total', 'Reloads by outcome.', labelled('outcome', this.#reloads)),
      ...rulesetMetrics(services),
      ...poolMetrics(services),
      gauge('ferrule_event_loop_delay_seconds', 'Delay of the HTTP thread since the last reading.', delays),
      ...processMetrics(),
      ...this.#sources.flatMap((source) => source()),
    ]);
  }

  close(): void {
    this.#delay.disable();
  }
}

/** Records of workers are counted by them or, where they hand them over, by the service. */
function withRecords(metrics: readonly Metric[], { audit }: CountsRecords): readonly Metric[] {
  if (audit === null) return metrics;
  return metrics.map((metric) => {
    const count = RECORD_COUNTS.get(metric.name);
    if (count === undefined || audit.counts[count] === 0) return metric;
    return { ...metric, samples: plain(audit.counts[count]) };
  });
}

function rulesetMetrics({ serving }: KnowsMounted): Metric[] {
  const build = { labels: { version: VERSION }, value: 1 };
  const metrics = [gauge('ferrule_build_info', 'Version of the service.', [build])];
  if (serving.kind === 'stock') return metrics;
  const { ruleset, details, loadedAt } = serving.engine.current;
  const info = {
    labels: { ruleset: ruleset.name, hash: ruleset.hash, version: String(ruleset.version) },
    value: 1,
  };
  return [
    ...metrics,
    gauge('ferrule_ruleset_info', 'The mounted ruleset.', [info]),
    gauge('ferrule_ruleset_warnings', 'Warnings of the mounted ruleset.', plain(details.warnings.length)),
    gauge(
      'ferrule_ruleset_last_success_timestamp_seconds',
      'When the mounted ruleset was loaded.',
      plain(loadedAt.getTime() / 1000),
    ),
  ];
}

function poolMetrics({ pool, compiler, texts, audit }: MetricsPort): Metric[] {
  const log =
    audit === null
      ? []
      : [gauge('ferrule_audit_full', '1 if the decision log is full.', plain(audit.isFull ? 1 : 0))];
  const { sessions } = pool;
  const held = sessions === null ? [] : [gauge('ferrule_sessions', 'Current sessions.', plain(sessions))];
  const restarts = labelled('cause', pool.restarts);
  return [
    gauge('ferrule_requests_active', 'Requests in progress on the workers.', plain(pool.active)),
    gauge('ferrule_compile_queue', 'Waiting compilations.', plain(compiler.waiting + texts.waiting)),
    gauge('ferrule_session_bytes_free', 'Bytes that sessions can still use.', plain(pool.sessionRoom)),
    gauge('ferrule_workers', 'Threads that evaluate.', plain(pool.size)),
    ...log,
    ...held,
    counter('ferrule_worker_restarts_total', 'Workers that were replaced, by cause.', restarts),
  ];
}

function processMetrics(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_memory_bytes', 'Resident memory.', plain(rss)),
    gauge('nodejs_heap_used_bytes', 'Heap of the HTTP thread.', plain(heapUsed)),
    counter('process_cpu_seconds_total', 'CPU time of all threads.', plain((user + system) / MEGA)),
    gauge(
      'process_start_time_seconds',
      'When the process started.',
      plain(Date.now() / 1000 - process.uptime()),
    ),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'gauge', samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples };
}

function plain(value: number): readonly Sample[] {
  return [{ labels: {}, value }];
}

function labelled(label: string, counts: ReadonlyMap<string, number>): readonly Sample[] {
  return [...counts].map(([key, value]) => ({ labels: { [label]: key }, value }));
}
