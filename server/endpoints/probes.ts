import * as z from 'zod';

export const LivezResponse = z.object({ status: z.string() }).meta({ id: 'LivezResponse' });

export const ReadyzResponse = z
  .object({
    status: z.string(),
    checks: z.record(z.string(), z.string()).meta({ description: '`ok`, or what is wrong.' }),
  })
  .meta({ id: 'ReadyzResponse' });

export const MetricsResponse = z.string().meta({ description: 'The text format of Prometheus.' });
