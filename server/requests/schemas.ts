/** Schemas that several contracts share. Contracts validate; they transform nothing and fill in no defaults. */
import * as z from 'zod';

/** A free-form JSON object. */
export const JsonObject = z.record(z.string(), z.unknown());

export const ErrorResponse = z
  .object({
    error: z.string().meta({ description: 'Stable code of the error.' }),
    detail: z.string().meta({ description: 'A sentence for a person.' }),
    field: z.string().nullable().optional().meta({ description: 'The slot, or the path in the body.' }),
  })
  .meta({ id: 'ErrorResponse' });

export const DataErrorResponse = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: 'DataErrorResponse' });

const ValidationError = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional(),
    ctx: JsonObject.optional(),
  })
  .meta({ id: 'ValidationError' });

export const HTTPValidationError = z
  .object({ detail: z.array(ValidationError).optional() })
  .meta({ id: 'HTTPValidationError' });
