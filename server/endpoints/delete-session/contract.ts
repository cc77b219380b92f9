import * as z from 'zod';

export const DeleteSessionResponse = z.object({ deleted: z.boolean() }).meta({ id: 'DeleteSessionResponse' });
