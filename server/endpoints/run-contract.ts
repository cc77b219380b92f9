import * as z from 'zod';
import { GRAPH_ID } from '../../library/graphs/graph.ts';
import { RUN_STATUSES } from '../runs/run-request.ts';
import { JsonObject } from '../requests/schemas.ts';

const RunError = z
  .object({ error: z.string(), detail: z.string(), field: z.string().nullable() })
  .meta({ id: 'RunError' });

const NodeOutcome = z
  .object({
    status: z.enum(['succeeded', 'failed', 'skipped', 'not_started']),
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    rule_trace: z.array(z.string()),
    module_trace: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    duration_us: z.int(),
    error: RunError.nullable(),
  })
  .meta({ id: 'NodeOutcome' });

export const RunRecord = z
  .object({
    run_id: z.string(),
    graph_id: z.string(),
    status: z.enum(RUN_STATUSES),
    params: JsonObject,
    idempotency_key: z.string().nullable(),
    result: z
      .object({
        decision: z.string().nullable(),
        reason: z.string().nullable(),
        nodes: z.record(z.string(), NodeOutcome),
      })
      .nullable(),
    error: RunError.nullable(),
    attempt: z.int(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: 'RunRecord' });

const count = z.string().regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1');

export const ReadRunQuery = z.strictObject({ attempt: count.optional() });

export const ListRunsQuery = z.strictObject({
  graph_id: z.string().regex(GRAPH_ID, 'must be the name of a graph').optional(),
  status: z.enum(RUN_STATUSES).optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .optional(),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be the next_cursor of an earlier answer')
    .optional(),
});

export const RunList = z
  .object({
    runs: z.array(RunRecord),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Cursor of the next page; null on the last page.' }),
  })
  .meta({ id: 'RunList' });
