import { z } from 'zod';
import type { Setting } from './setting.ts';
import { text } from './setting-values.ts';

/** Settings of the Data API and of AuthZEN: rows of THE table. */
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
} as const satisfies Record<string, Setting>;
