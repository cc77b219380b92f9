import * as z from 'zod';
import type { Setting } from './setting.ts';
import { integer, text } from './setting-values.ts';

/** Settings of the Data API, AuthZEN, gRPC and Envoy: rows of THE table. */
export const DOOR_SETTINGS = {
  SERVICE_DEFAULT_DECISION: {
    option: null,
    placeholder: 'PATH',
    default: null,
    schema: text,
    description: 'Data API path that `POST /` evaluates, such as `access` or `access/allow`.',
  },
  SERVICE_AUTHZEN_RULESET: {
    option: null,
    placeholder: 'NAME',
    default: null,
    schema: text,
    description: 'Ruleset under the root for AuthZEN requests (a mounted ruleset handles them itself).',
  },
  SERVICE_AUTHZEN_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z
      .string()
      .regex(
        /^https:\/\/[^\s?#]*[^\s?#/]$/,
        'must be a URL that begins with https:// and ends without a slash',
      ),
    description:
      'Public URL of the service for AuthZEN clients. Default: the scheme of the port and the host of the request.',
  },
  SERVICE_GRPC_PORT: {
    option: 'grpc-port',
    placeholder: 'PORT',
    default: null,
    schema: integer(0, 65_535),
    description: 'Port for gRPC and Envoy on SERVICE_HOST; 0 takes a free port. If unset, gRPC is off.',
  },
  SERVICE_ENVOY_RULESET: {
    option: null,
    placeholder: 'NAME',
    default: null,
    schema: text,
    description: 'Ruleset under the root for Envoy requests (a mounted ruleset handles them itself).',
  },
} as const satisfies Record<string, Setting>;
