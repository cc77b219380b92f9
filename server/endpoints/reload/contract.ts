import * as z from 'zod';

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
      .meta({ description: 'With ruleset_hash: the version number in its signature.' }),
    reset_budgets: z
      .array(z.string())
      .max(1_000)
      .optional()
      .meta({ description: 'Budgets that changed while uses are live, and that begin at 0.' }),
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

const Counts = z.record(z.string(), z.int());

export const RulesetDryRunResponse = z
  .object({
    dry_run: z.literal(true),
    ruleset_hash_before: z.string(),
    ruleset_hash_after: z.string(),
    rules: z.int(),
    templates: z.int(),
    modules: z.int(),
    warnings: z.array(z.string()),
    decisions: z.int().meta({ description: 'Number of recent decisions that were evaluated again.' }),
    same: z.int().meta({ description: 'Number of compared decisions that are identical.' }),
    other_reasons: z.int().meta({ description: 'The same decision by other rules, or for another reason.' }),
    left_out: z.int().meta({ description: 'Decisions whose facts are no longer available.' }),
    changes: z.array(
      z.object({
        before: z.string().meta({ description: 'A decision, or `error:` and a code.' }),
        after: z.string(),
        count: z.int(),
        rules_before: Counts.meta({ description: 'Rules that would no longer fire, with counts.' }),
        rules_after: Counts.meta({ description: 'Rules that would fire.' }),
        example: z.looseObject({ decision_id: z.string().nullable() }),
      }),
    ),
  })
  .meta({ id: 'RulesetDryRunResponse' });
