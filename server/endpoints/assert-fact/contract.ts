import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';

export const AssertFactRequest = z
  .strictObject({ session_id: z.string(), template: z.string(), data: JsonObject })
  .meta({ id: 'AssertFactRequest' });

export const AssertFactResponse = z
  .object({ success: z.boolean().optional() })
  .meta({ id: 'AssertFactResponse' });
