import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';

export const RetractFactsRequest = z
  .strictObject({ session_id: z.string(), template: z.string(), filter: JsonObject.nullable().optional() })
  .meta({ id: 'RetractFactsRequest' });

export const RetractFactsResponse = z
  .object({ retracted_count: z.int() })
  .meta({ id: 'RetractFactsResponse' });
