import * as z from 'zod';

const Amount = z.int().min(0);
const Key = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export const SettleRequest = z
  .strictObject({
    commit: z
      .union([
        Amount,
        z
          .array(z.strictObject({ budget: z.string(), key: Key, amount: Amount }))
          .min(1)
          .max(500),
      ])
      .optional()
      .meta({ description: 'The amount spent, or one for each key that the decision holds.' }),
    release: z.literal(true).optional().meta({ description: 'Nothing was spent.' }),
  })
  .check(({ value, issues }) => {
    if ((value.commit === undefined) !== (value.release === undefined)) return;
    issues.push({ code: 'custom', message: 'exactly one of commit and release', path: [], input: value });
  })
  .meta({ id: 'SettleRequest' });

export type SettleRequest = z.infer<typeof SettleRequest>;

export const ReservationResponse = z
  .object({
    id: z.string(),
    state: z.enum(['reserved', 'committed', 'released', 'expired']),
    settled: z.array(z.object({ budget: z.string(), key: Key, reserved: z.int(), amount: z.int() })),
    over: z.boolean(),
    late: z.boolean(),
    expires_at: z.string(),
  })
  .meta({ id: 'ReservationResponse' });
