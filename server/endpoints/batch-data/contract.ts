import * as z from 'zod';
import { DataResult } from '../data/contract.ts';
import { JsonObject } from '../../requests/schemas.ts';

export const BatchDataRequest = z.object({ inputs: JsonObject }).meta({ id: 'BatchDataRequest' });

export const BatchDataResponse = z
  .object({
    responses: z.record(
      z.string(),
      z.object({
        http_status_code: z.string().optional(),
        result: DataResult.optional(),
        code: z.string().optional(),
        message: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'BatchDataResponse' });
