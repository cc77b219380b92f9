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
    description: 'Ruleset under the root that answers AuthZEN; a mounted ruleset answers it itself.',
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
      'URL that AuthZEN clients know the service by. Default: the scheme it listens with and the host of the request.',
  },
  SERVICE_GRPC_PORT: {
    option: 'grpc-port',
    placeholder: 'PORT',
    default: null,
    schema: integer(0, 65_535),
    description: 'Port of gRPC and of Envoy, on SERVICE_HOST; 0 takes a free one. Without it there is none.',
  },
  SERVICE_ENVOY_RULESET: {
    option: null,
    placeholder: 'NAME',
    default: null,
    schema: text,
    description: 'Ruleset under the root that answers Envoy; a mounted ruleset answers it itself.',
  },
} as const satisfies Record<string, Setting>;
