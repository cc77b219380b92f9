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
    warnings: z.string().optional().meta({ description: 'Number of warnings of the mounted ruleset.' }),
    ruleset_origin: z
      .enum(['mounted', 'reloaded'])
      .optional()
      .meta({ description: 'True if a mounted server still serves the ruleset that it started with.' }),
    attestation_problem: z
      .string()
      .optional()
      .meta({ description: 'Reason why requested tokens are not issued.' }),
    audit_problem: z.string().optional().meta({ description: 'Problem of the decision log.' }),
    fleet: z.string().optional().meta({ description: 'Name of the fleet, for a server in one.' }),
    fleet_sequence: z
      .string()
      .optional()
      .meta({ description: 'Number of the last fleet change that this server knows.' }),
    replica_version: z
      .string()
      .optional()
      .meta({ description: 'Number of the last reload, for a mounted server on a shared database.' }),
    replica_problem: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Reason why this server has not loaded that reload.' }),
  })
  .meta({ id: 'StatusResponse' });
