import { z } from 'zod';
import type { Setting } from './settings.ts';

/** Settings of gRPC and Envoy: rows of THE table. */
export const DOOR_SETTINGS = {
  SERVICE_GRPC_PORT: {
    option: 'grpc-port',
    placeholder: 'PORT',
    default: null,
    schema: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number')
      .transform(Number)
      .pipe(z.number().max(65_535, 'must be at most 65535')),
    description: 'Port of gRPC and of Envoy, on SERVICE_HOST; 0 takes a free one. Without it there is none.',
  },
  SERVICE_ENVOY_RULESET: {
    option: null,
    placeholder: 'NAME',
    default: null,
    schema: z.string().min(1, 'must not be empty'),
    description: 'Ruleset under the root that answers Envoy; a mounted ruleset answers it itself.',
  },
} as const satisfies Record<string, Setting>;
