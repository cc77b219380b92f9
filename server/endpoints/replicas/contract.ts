import * as z from 'zod';

export const ReplicasResponse = z
  .object({
    replicas: z.array(
      z.object({
        id: z.string(),
        version: z.string().meta({ description: 'Version of ferrule.' }),
        ruleset: z
          .string()
          .nullable()
          .meta({ description: 'Name of what is mounted; null on a stock server.' }),
        hash: z.string().nullable(),
        started_at: z.string(),
        seen_at: z.string().meta({ description: 'When the database last heard from it.' }),
        sessions: z.int().nullable().meta({ description: 'Null where servers share them.' }),
        workers: z.int(),
        draining: z.boolean().meta({ description: 'It is shutting down.' }),
      }),
    ),
  })
  .meta({ id: 'ReplicasResponse' });
