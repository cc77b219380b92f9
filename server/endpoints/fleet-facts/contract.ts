import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';

export const FleetFactRequest = z
  .strictObject({ template: z.string(), data: JsonObject })
  .meta({ id: 'FleetFactRequest' });

export const FleetFactResponse = z
  .object({
    success: z.boolean(),
    created: z.boolean().meta({ description: 'False: the fleet had an equal fact.' }),
  })
  .meta({ id: 'FleetFactResponse' });

export const FleetFilterRequest = z
  .strictObject({ template: z.string(), filter: JsonObject.nullable().optional() })
  .meta({ id: 'FleetFilterRequest' });

export const FleetQueryResponse = z.object({ facts: z.array(JsonObject) }).meta({ id: 'FleetQueryResponse' });

export const FleetRetractResponse = z
  .object({ retracted_count: z.int() })
  .meta({ id: 'FleetRetractResponse' });
