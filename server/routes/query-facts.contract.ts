import { z } from 'zod';
import { JsonObject } from './schemas.ts';

export const QueryFactsRequest = z
  .object({ session_id: z.string(), template: z.string(), filter: JsonObject.nullable().optional() })
  .meta({ id: 'QueryFactsRequest' });

export const QueryFactsResponse = z.object({ facts: z.array(JsonObject) }).meta({ id: 'QueryFactsResponse' });
