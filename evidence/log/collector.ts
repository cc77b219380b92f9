/** Records as decision log events of Open Policy Agent, gzip-packed arrays of them, for its collectors. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { VERSION } from '../../library/version.ts';
import { members } from '../../library/json-slices.ts';
import type { ServiceLog } from '../audit.ts';
import { BatchWriter, type BatchWriterOptions } from './batch-writer.ts';

const pack = promisify(gzip);
const TIMEOUT_MS = 10_000;
const NANOSECONDS = 1_000;

interface CollectorOptions extends Omit<BatchWriterOptions<readonly string[]>, 'prepare' | 'put' | 'sync'> {
  readonly url: string;
  /** Label `id` of the events. */
  readonly serverId: string;
}

export function openCollector(options: CollectorOptions): ServiceLog {
  const { url, serverId } = options;
  return new BatchWriter<readonly string[]>({
    ...options,
    sync: false,
    prepare: (bodies) => bodies.map((body) => eventText(body, serverId)),
    async put(events) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: await pack(`[${events.join(',')}]`),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector responded with ${response.status}`);
    },
  });
}

/** Members of a record that an event has under names of its own; it has the others in `custom`. */
const NAMED: ReadonlySet<string> = new Set([
  ...['time', 'kind', 'decision_id', 'request_id', 'traceparent', 'actor', 'ruleset', 'ruleset_hash'],
  ...[
    'input',
    'document',
    'decision',
    'reason',
    'rule_trace',
    'module_trace',
    'metadata',
    'duration_us',
    'error',
  ],
]);
const RESULT = ['decision', 'reason', 'rule_trace', 'module_trace', 'metadata'] as const;

/**
 * A record as an event. Decisions have all members of one, other records what they have. Values go on as they are written:
 * no digit is lost, and nothing that a caller sent is parsed on this thread.
 *
 * @param body members of the record
 */
function eventText(body: string, serverId: string): string {
  const record = members(`{${body}}`);
  const text = (name: string): string | undefined => {
    const found = record.get(name);
    return found === undefined ? undefined : (JSON.parse(found) as string);
  };
  const [, traceId, spanId] = text('traceparent')?.split('-') ?? [];
  const ruleset = record.get('ruleset');
  const input = record.get('input');
  const duration = Number(record.get('duration_us') ?? NaN);
  const result = objectOf(RESULT.map((name) => [name, record.get(name)]));
  const labels = { app: 'ferrule', id: serverId, version: VERSION, kind: text('kind') };
  return objectOf([
    ['labels', JSON.stringify(labels)],
    ['timestamp', record.get('time')],
    ['decision_id', record.get('decision_id')],
    ['req_id', record.get('request_id')],
    ['trace_id', JSON.stringify(traceId)],
    ['span_id', JSON.stringify(spanId)],
    ['requested_by', record.get('actor')],
    ['path', ruleset],
    ['bundles', ruleset && `{${ruleset}:${objectOf([['revision', record.get('ruleset_hash')]])}}`],
    [
      'input',
      input &&
        objectOf([
          ['facts', input],
          ['input', record.get('document')],
        ]),
    ],
    ['result', record.has('decision') ? result : undefined],
    ['error', record.get('error')],
    ['metrics', Number.isNaN(duration) ? undefined : metricsText(duration)],
    ['custom', objectOf([...record].filter(([name]) => !NAMED.has(name)))],
  ]);
}

function metricsText(microseconds: number): string {
  return JSON.stringify({ timer_rego_query_eval_ns: microseconds * NANOSECONDS });
}

/** An object of JSON texts by their names, without those that are undefined. */
function objectOf(entries: readonly (readonly [name: string, text: string | undefined])[]): string {
  const texts = entries.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${texts.join(',')}}`;
}
