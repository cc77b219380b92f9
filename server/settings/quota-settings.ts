import type { Setting } from './setting.ts';
import { GIBIBYTE, integer } from './setting-values.ts';

/** Settings of how much one token or one connection may hold: rows of THE table. */
export const QUOTA_SETTINGS = {
  SERVICE_MAX_TOKEN_REQUESTS: {
    option: null,
    placeholder: 'N',
    default: '2048',
    schema: integer(1, 1_000_000),
    description: 'Requests in flight per token; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_TOKEN_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '134217728',
    schema: integer(1, 64 * GIBIBYTE),
    description: 'Bytes of requests and large responses held at once per token; beyond it 503 overloaded.',
  },
  SERVICE_MAX_CONNECTIONS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(1, 1_000_000),
    description: 'Connections per port; beyond it the connection that was idle longest is closed.',
  },
  SERVICE_MAX_CONNECTION_REQUESTS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(1, 1_000_000),
    description: 'Requests in flight on one connection, and streams of one gRPC connection.',
  },
  SERVICE_MAX_CONNECTION_RESETS: {
    option: null,
    placeholder: 'N',
    default: '500',
    schema: integer(1, 1_000_000),
    description:
      'Stream resets of one gRPC connection within 10 seconds; beyond it the connection is closed.',
  },
  SERVICE_MAX_OPEN_CALLS: {
    option: null,
    placeholder: 'N',
    default: '64',
    schema: integer(1, 1_000_000),
    description:
      'Calls of gRPC methods without a token on one connection; the next is refused with overloaded.',
  },
  SERVICE_MAX_TOKEN_SUBSCRIPTIONS: {
    option: null,
    placeholder: 'N',
    default: '100',
    schema: integer(0, 1_000_000),
    description: 'Subscriptions to changes per token; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_SUBSCRIPTIONS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 1_000_000),
    description: 'Subscriptions to changes of all tokens; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_TOKEN_WAITS: {
    option: null,
    placeholder: 'N',
    default: '256',
    schema: integer(0, 1_000_000),
    description: 'Requests per token that wait for an approval; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_TOKEN_RUNS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(1, 1_000_000),
    description: 'Unfinished runs per token; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_TOKEN_RUN_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '67108864',
    schema: integer(1, 64 * GIBIBYTE),
    description: 'Bytes of the params of unfinished runs per token; beyond it 503 overloaded.',
  },
  SERVICE_MAX_TOKEN_PROCESSES: {
    option: null,
    placeholder: 'N',
    default: '64',
    schema: integer(1, 10_000),
    description:
      'MCP proxy sessions (each with a server) and `mcp serve` calls per token; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_PROCESSES: {
    option: null,
    placeholder: 'N',
    default: '64',
    schema: integer(1, 10_000),
    description:
      'MCP proxy sessions and `mcp serve` calls of all tokens; the next is refused with 503 overloaded.',
  },
} as const satisfies Record<string, Setting>;
