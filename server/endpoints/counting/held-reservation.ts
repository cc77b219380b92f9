import * as z from 'zod';

/** The amounts that a decision holds. */
export const HeldReservation = z
  .object({
    id: z.string(),
    state: z.enum(['reserved', 'committed', 'released', 'expired']),
    expires_at: z.string(),
  })
  .meta({ id: 'HeldReservation' });
