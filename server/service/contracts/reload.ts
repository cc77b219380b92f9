import { z } from 'zod';

export const RulesetReloadRequest = z
  .strictObject({
    ruleset_path: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Exactly one of the three sources is given.' }),
    ruleset_yaml: z.string().nullable().optional(),
    ruleset_hash: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits')
      .nullable()
      .optional()
      .meta({ description: 'A ruleset that was loaded before.' }),
    version: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .meta({ description: 'With ruleset_hash: the number that it is signed with.' }),
    signature: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Base64 of a raw 64-byte Ed25519 signature over the YAML bytes.' }),
  })
  .meta({ id: 'RulesetReloadRequest' });

export const RulesetReloadResponse = z
  .object({
    ruleset_hash_before: z.string(),
    ruleset_hash_after: z.string(),
    loaded_at: z.string(),
    rules: z.int(),
    templates: z.int(),
    modules: z.int(),
    warnings: z.array(z.string()),
    attestation_token: z.string().nullable(),
  })
  .meta({ id: 'RulesetReloadResponse' });
