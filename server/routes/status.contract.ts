import { z } from 'zod';

export const StatusResponse = z
  .object({
    ruleset_hash: z.string().nullable().meta({ description: 'Of the mounted ruleset: sha256: and hex.' }),
    version: z.string(),
    loaded_at: z.string().nullable().meta({ description: 'ISO 8601 time of the last load.' }),
  })
  .meta({ id: 'StatusResponse' });
