/** One line of a metric. */
export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** Media type of the text format of Prometheus. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export function writeExposition(metrics: readonly Metric[]): string {
  return metrics.map(writeMetric).join('');
}

function writeMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
