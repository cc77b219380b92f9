import * as z from 'zod';

const path = (description: string): z.ZodString => z.string().meta({ description });

export const RootResponse = z
  .object({
    name: z.literal('ferrule'),
    version: z.string(),
    links: z.object({
      openapi: path('Description of all endpoints; needs a token.'),
      status: path('Version and ruleset of the service.'),
      livez: path('Path of the liveness check.'),
      readyz: path('Path of the readiness check.'),
    }),
  })
  .meta({ id: 'RootResponse' });
