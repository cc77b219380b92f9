import * as z from 'zod';

export const CreateSessionRequest = z
  .strictObject({
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    session_id: z.string().optional().meta({ description: 'Generated if omitted.' }),
  })
  .meta({ id: 'CreateSessionRequest' });

export const CreateSessionResponse = z
  .object({ session_id: z.string(), ruleset: z.string() })
  .meta({ id: 'CreateSessionResponse' });

export const SessionResponse = z
  .object({
    session_id: z.string(),
    ruleset: z.string().meta({ description: 'Path of the ruleset that it is bound to.' }),
    facts: z.int(),
    bytes: z.int().meta({ description: 'Size of its facts as sent.' }),
    created_at: z.string().meta({ description: 'ISO 8601.' }),
    age_seconds: z.int(),
  })
  .meta({ id: 'SessionResponse' });
