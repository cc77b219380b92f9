import * as z from 'zod';

export const RulesetsResponse = z
  .object({
    rulesets: z.array(
      z.object({
        name: z.string().meta({ description: 'Its path under the root, or the name of what is mounted.' }),
        hash: z.string(),
        mounted: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'RulesetsResponse' });

const SourceFile = z.object({ path: z.string(), text: z.string() }).meta({ id: 'SourceFile' });

export const RulesetSourceResponse = z
  .object({
    name: z.string().meta({ description: 'Name for documents that give none.' }),
    hash: z.string(),
    files: z.array(SourceFile).meta({ description: 'Its files, with those that it imports.' }),
    base: z.array(z.array(SourceFile)).optional().meta({
      description: 'What a reload kept of earlier files, newest first; left out for a version of its own.',
    }),
  })
  .meta({ id: 'RulesetSourceResponse' });

/** Hash of a version. */
export const RULESET_HASH = /^sha256:[0-9a-f]{64}$/;
