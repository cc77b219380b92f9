import * as z from 'zod';
import { GRAPH_ID } from '../../../library/graphs/graph.ts';
import { RUN_STATUSES } from '../../runs/run-request.ts';
import { JsonObject } from '../../requests/schemas.ts';

const LONGEST_KEY = 255;

export const EnqueueRunRequest = z
  .strictObject({
    graph_id: z
      .string()
      .regex(GRAPH_ID, 'must be the name of a graph: letters, digits, `.`, `_` and `-`')
      .meta({ description: 'Name of a file in the folder graphs under the root, without its ending.' }),
    params: JsonObject.nullable().optional(),
    idempotency_key: z
      .string()
      .min(1)
      .max(LONGEST_KEY)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be text without control characters')
      .nullable()
      .optional()
      .meta({ description: 'Requests with the same key start one run.' }),
  })
  .meta({ id: 'EnqueueRunRequest' });

export const EnqueueRunResponse = z
  .object({ run_id: z.string(), status: z.enum(RUN_STATUSES) })
  .meta({ id: 'EnqueueRunResponse' });
