import type { Setting } from './setting.ts';
import { GIBIBYTE, integer } from './setting-values.ts';

const MINUTES_10_MS = 600_000;

/** Settings of how much and how long a request may take: rows of THE table. */
export const LIMIT_SETTINGS = {
  SERVICE_MAX_BODY_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '8388608',
    schema: integer(1, GIBIBYTE),
    description: 'Largest request body, in bytes received; beyond it 413.',
  },
  SERVICE_MAX_CALL_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '262144',
    schema: integer(1, GIBIBYTE),
    description: 'Largest body of a tool call, an access request or a run, compressed or not; beyond it 413.',
  },
  SERVICE_MAX_INPUT_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(1, 1_000_000),
    description: 'Maximum number of facts that the `input:` of a ruleset can make from one document.',
  },
  SERVICE_EVALUATE_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '1000',
    schema: integer(1, MINUTES_10_MS),
    description: 'Time limit of an evaluation; beyond it 503 evaluation_timeout.',
  },
  SERVICE_COMPILE_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '30000',
    schema: integer(1, MINUTES_10_MS),
    description: 'Time limit of a compilation; beyond it 503 evaluation_timeout.',
  },
  SERVICE_REQUEST_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '30000',
    schema: integer(100, MINUTES_10_MS),
    description:
      'Time for a request to arrive completely (after it 408), and for the database of runs to respond (after it 503).',
  },
  SERVICE_SHUTDOWN_MS: {
    option: null,
    placeholder: 'MS',
    default: '10000',
    schema: integer(0, MINUTES_10_MS),
    description: 'Time for requests in flight to finish after SIGTERM or SIGINT.',
  },
  SERVICE_MAX_QUEUE: {
    option: null,
    placeholder: 'N',
    default: '4096',
    schema: integer(1, 1_000_000),
    description: 'Requests in flight; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_QUEUE_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '268435456',
    schema: integer(1, 64 * GIBIBYTE),
    description: 'Bytes of request bodies held at once; beyond it 503 overloaded.',
  },
  SERVICE_WORKER_MEMORY_MB: {
    option: null,
    placeholder: 'MB',
    default: '1024',
    schema: integer(64, 65_536),
    description:
      'Heap of one evaluation worker; one that needs more is replaced. Below 512, evaluations may match less.',
  },
} as const satisfies Record<string, Setting>;
