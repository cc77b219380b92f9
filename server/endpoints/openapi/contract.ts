import * as z from 'zod';

export const OpenApiResponse = z.looseObject({ openapi: z.literal('3.1.0') }).meta({ id: 'OpenApiResponse' });
