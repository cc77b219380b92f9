import * as z from 'zod';

export const HealthResponse = z.record(z.string(), z.string()).meta({ id: 'HealthResponse' });
