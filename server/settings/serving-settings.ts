import * as z from 'zod';
import type { Setting } from './setting.ts';
import { integer, text } from './setting-values.ts';

/** Settings of what is served, and where: rows of THE table. */
export const SERVING_SETTINGS = {
  SERVICE_HOST: {
    option: 'host',
    placeholder: 'ADDRESS',
    default: '127.0.0.1',
    schema: text,
    description: 'Address to listen on. Without SERVICE_API_TOKEN only a loopback address is accepted.',
  },
  SERVICE_PORT: {
    option: 'port',
    placeholder: 'PORT',
    default: '8080',
    schema: integer(0, 65_535),
    description: 'Port to listen on; 0 takes a free one.',
  },
  SERVICE_RULESET: {
    option: 'ruleset',
    placeholder: 'PATH',
    default: null,
    schema: text,
    description: 'Ruleset (file or folder) to mount: it answers every request, and reload swaps it.',
  },
  SERVICE_SHADOW_RULESET: {
    option: null,
    placeholder: 'PATH',
    default: null,
    schema: text,
    description:
      'Ruleset that is tried on every decision of the mounted one; it answers nothing, and where it differs is counted and logged.',
  },
  SERVICE_RULESET_ROOT: {
    option: 'root',
    placeholder: 'DIR',
    default: null,
    schema: z.string(),
    description:
      'Folder that rulesets named in requests live under. Default: the shipped rulesets. Empty: none, and requests that name one are refused.',
  },
  SERVICE_PRELOAD: {
    option: null,
    placeholder: 'NAMES',
    default: null,
    schema: text,
    description:
      'Rulesets under the root, with commas between them, that are compiled and loaded before the service takes requests; `*`: all of them.',
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
    description:
      'With true, keys of rulesets that the language does not know are warnings instead of errors.',
  },
  SERVICE_WORKERS: {
    option: 'workers',
    placeholder: 'N',
    default: null,
    schema: integer(1, 64),
    description: 'Threads that evaluate. Default: the number of cores less one, at least 1 and at most 16.',
  },
  SERVICE_LOG_LEVEL: {
    option: null,
    placeholder: 'LEVEL',
    default: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
    description: 'Least level that is logged: trace, debug, info, warn, error, fatal or silent.',
  },
} as const satisfies Record<string, Setting>;
