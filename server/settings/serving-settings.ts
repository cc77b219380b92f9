import * as z from 'zod';
import type { Setting } from './setting.ts';
import { boolean, integer, text } from './setting-values.ts';

/** Settings of what is served, and where: rows of THE table. */
export const SERVING_SETTINGS = {
  SERVICE_HOST: {
    option: 'host',
    placeholder: 'ADDRESS',
    default: '127.0.0.1',
    schema: text,
    description: 'Address to listen on. Without SERVICE_API_TOKEN, it must be a loopback address.',
  },
  SERVICE_PORT: {
    option: 'port',
    placeholder: 'PORT',
    default: '8080',
    schema: integer(0, 65_535),
    description: 'Port to listen on; 0 takes a free port.',
  },
  SERVICE_RULESET: {
    option: 'ruleset',
    placeholder: 'PATH',
    default: null,
    schema: text,
    description: 'Ruleset (file or folder) to mount: it decides every request, and reload replaces it.',
  },
  SERVICE_SHADOW_RULESET: {
    option: null,
    placeholder: 'PATH',
    default: null,
    schema: text,
    description:
      'Shadow ruleset that also evaluates every decision of the mounted one. Differences are counted and logged; responses do not change.',
  },
  SERVICE_RULESET_ROOT: {
    option: 'root',
    placeholder: 'DIR',
    default: null,
    schema: z.string(),
    description:
      'Root folder of rulesets that requests name. Default: the shipped rulesets. If empty, requests that name a ruleset are refused.',
  },
  SERVICE_PRELOAD: {
    option: null,
    placeholder: 'NAMES',
    default: null,
    schema: text,
    description:
      'Comma-separated rulesets under the root to load before the service takes requests; `*` loads all.',
  },
  SERVICE_CONSTANTS: {
    option: 'constants',
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'YAML file with values for constants of SERVICE_RULESET.',
  },
  SERVICE_LENIENT: {
    option: 'lenient',
    placeholder: '',
    default: 'false',
    schema: z.enum(['true', 'false'], { error: 'must be true or false' }),
    description: 'If true, unknown keys in rulesets are warnings instead of errors.',
  },
  SERVICE_STUDIO: {
    option: null,
    placeholder: 'BOOL',
    default: 'true',
    schema: boolean,
    description:
      'If true, the page of the studio is at /studio/. It has no data in it; the API gives data for tokens only.',
  },
  SERVICE_WORKERS: {
    option: 'workers',
    placeholder: 'N',
    default: null,
    schema: integer(1, 64),
    description: 'Evaluation threads. Default: the number of cores minus one, at least 1 and at most 16.',
  },
  SERVICE_LOG_LEVEL: {
    option: null,
    placeholder: 'LEVEL',
    default: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
    description: 'Minimum log level: trace, debug, info, warn, error, fatal or silent.',
  },
} as const satisfies Record<string, Setting>;
