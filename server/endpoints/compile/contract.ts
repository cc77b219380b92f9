import * as z from 'zod';

const MOST_CHARACTERS = 1_000_000;

/** JSON Schema counts code points where JavaScript counts UTF-16 units. */
function isShortEnough(text: string): boolean {
  if (text.length <= MOST_CHARACTERS) return true;
  if (text.length > 2 * MOST_CHARACTERS) return false;
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if (text.codePointAt(i)! > 0xffff) pairs++;
  return text.length - pairs <= MOST_CHARACTERS;
}

export const CompileRequest = z
  .strictObject({
    yaml_content: z
      .string()
      .refine(isShortEnough, `must be at most ${MOST_CHARACTERS} characters`)
      .meta({ maxLength: MOST_CHARACTERS }),
  })
  .meta({ id: 'CompileRequest' });

export const CompileResponse = z
  .object({
    clips: z.string(),
    errors: z.array(z.string()).optional(),
    warnings: z.array(z.string()).optional().meta({ description: 'Omitted if there are none.' }),
  })
  .meta({ id: 'CompileResponse' });
