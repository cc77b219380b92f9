import * as z from 'zod';

const Item = z.union([z.string(), z.number(), z.boolean()]);
const Value = z.union([Item, z.array(Item)]);

export const TemplatesResponse = z
  .object({
    templates: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        scope: z.enum(['session', 'fleet']),
        at_most: z
          .number()
          .int()
          .optional()
          .meta({ description: 'Maximum number of its facts in one evaluation.' }),
        from: z.literal('host').optional().meta({ description: 'Only the host provides its facts.' }),
        ttl: z.number().nullable(),
        slots: z.array(
          z.object({
            name: z.string(),
            type: z.enum(['STRING', 'SYMBOL', 'INTEGER', 'FLOAT', 'BOOLEAN', 'TIME']),
            list: z.literal(true).optional(),
            max_items: z.int().nullable().optional(),
            required: z.boolean(),
            default: Value.nullable(),
            allowed_values: z.array(z.string()).nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'TemplatesResponse' });

export const RulesResponse = z
  .object({
    rules: z.array(
      z.object({
        name: z.string(),
        module: z.string(),
        description: z.string(),
        salience: z.int(),
        action: z.string().nullable(),
        position: z.string(),
      }),
    ),
  })
  .meta({ id: 'RulesResponse' });

export const ModulesResponse = z
  .object({
    modules: z.array(
      z.object({ name: z.string(), description: z.string(), priority: z.int(), rules: z.int() }),
    ),
  })
  .meta({ id: 'ModulesResponse' });
