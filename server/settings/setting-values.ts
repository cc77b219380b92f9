/** Kinds of setting values. */
import * as z from 'zod';

export const DAY_SECONDS = 86_400;
export const GIBIBYTE = 1024 ** 3;

/** Reads a text from the environment or the command line; refuses with a message a person can act on. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const text = z.string().min(1, 'must not be empty');
export const token = z
  .string()
  .min(1, 'must not be empty; leave it out instead')
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces');

export const boolean = z.enum(['true', 'false'], { error: 'must be true or false' });
