import * as z from 'zod';
import type { Setting } from './setting.ts';
import { DAY_SECONDS, GIBIBYTE, integer } from './setting-values.ts';

/** Settings of sessions and approvals, where they are kept and how many: rows of THE table. */
export const SESSION_SETTINGS = {
  SERVICE_SESSIONS: {
    option: null,
    placeholder: 'WHERE',
    default: 'store',
    schema: z.enum(['store', 'memory'], { error: 'must be store or memory' }),
    description:
      'Storage of sessions: `store` is DATABASE_URL, else SERVICE_DATA_DIR; with `memory` they end with the process.',
  },
  SERVICE_SESSION_TTL_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '1800',
    schema: integer(1, 30 * DAY_SECONDS),
    description: 'Time after which an unused session ends.',
  },
  SERVICE_SESSION_TOMBSTONE_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '86400',
    schema: integer(0, 365 * DAY_SECONDS),
    description:
      'Time during which the id of an ended session returns 404 session_expired and cannot be reused.',
  },
  SERVICE_APPROVAL_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '900',
    schema: integer(1, 30 * DAY_SECONDS),
    description: 'Time after which an unanswered or unused approval expires.',
  },
  SERVICE_MAX_APPROVAL_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '65536',
    schema: integer(1, 8 * 1024 ** 2),
    description:
      'Maximum size of a request for approval, including arguments; a larger one is refused with 413 payload_too_large.',
  },
  SERVICE_MAX_APPROVALS: {
    option: null,
    placeholder: 'N',
    default: '500',
    schema: integer(0, 100_000),
    description: 'Pending approvals per token; the next is refused with 503 approval_limit_exceeded.',
  },
  SERVICE_MAX_APPROVALS_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '16777216',
    schema: integer(1, GIBIBYTE),
    description:
      'Bytes of all stored approvals per token. Expired ones are removed first; beyond it the next is refused with 503 approval_limit_exceeded.',
  },
  SERVICE_MAX_SESSIONS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 1_000_000),
    description: 'Sessions held at once per token; the next is refused with 503 session_limit_exceeded.',
  },
  SERVICE_MAX_SESSION_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(0, 1_000_000),
    description: 'Facts held by one session; the next is refused with 409 session_facts_exceeded.',
  },
  SERVICE_MAX_SESSION_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '16777216',
    schema: integer(1, GIBIBYTE),
    description:
      'Bytes of the facts of one session as sent, at most 1/16 of SERVICE_WORKER_MEMORY_MB; the next is refused with 409 session_facts_exceeded.',
  },
  SERVICE_MAX_FLEET_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(0, 1_000_000),
    description: 'Facts held by the fleet; the next is refused with 409 fleet_facts_exceeded.',
  },
  SERVICE_MAX_FLEET_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '16777216',
    schema: integer(1, GIBIBYTE),
    description:
      'Bytes of the facts of the fleet, at most 1/16 of SERVICE_WORKER_MEMORY_MB; the next is refused with 409 fleet_facts_exceeded.',
  },
  SERVICE_MAX_TOKEN_SESSIONS_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '268435456',
    schema: integer(1, 1024 * GIBIBYTE),
    description:
      'Bytes of the facts of all sessions of one token as sent; the next is refused with 503 session_limit_exceeded.',
  },
  SERVICE_MAX_SESSIONS_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '1073741824',
    schema: integer(1, 1024 * GIBIBYTE),
    description:
      'Bytes of the facts of all sessions as sent; the next is refused with 503 session_limit_exceeded.',
  },
} as const satisfies Record<string, Setting>;
