import * as z from 'zod';

export const StatusResponse = z
  .object({
    ruleset_hash: z
      .string()
      .nullable()
      .meta({ description: 'Hash of the mounted ruleset, as sha256: and hex.' }),
    version: z.string(),
    time_zones: z.string().meta({ description: 'Version of the time zone data, as `2025b`.' }),
    loaded_at: z.string().nullable().meta({ description: 'ISO 8601 time of the last load.' }),
    warnings: z.string().optional().meta({ description: 'How many warnings the mounted ruleset has.' }),
    ruleset_origin: z
      .enum(['mounted', 'reloaded'])
      .optional()
      .meta({ description: 'True if a mounted server still serves the ruleset that it started with.' }),
    attestation_problem: z
      .string()
      .optional()
      .meta({ description: 'Why rules that ask for a token get none.' }),
    audit_problem: z.string().optional().meta({ description: 'Problem of the decision log.' }),
    fleet: z.string().optional().meta({ description: 'Name of the fleet, for a server in one.' }),
    fleet_sequence: z
      .string()
      .optional()
      .meta({ description: 'Number of the last change of the fleet that is known here.' }),
    replica_version: z
      .string()
      .optional()
      .meta({ description: 'Number of the last reload, for a mounted server on a shared database.' }),
    replica_problem: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Why that reload is not loaded here.' }),
  })
  .meta({ id: 'StatusResponse' });
