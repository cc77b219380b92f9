import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';

export const QueryFactsRequest = z
  .strictObject({ session_id: z.string(), template: z.string(), filter: JsonObject.nullable().optional() })
  .meta({ id: 'QueryFactsRequest' });

export const QueryFactsResponse = z.object({ facts: z.array(JsonObject) }).meta({ id: 'QueryFactsResponse' });
