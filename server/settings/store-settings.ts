import * as z from 'zod';
import type { Setting } from './setting.ts';
import { integer, text } from './setting-values.ts';

/** Settings of stores, and of what several servers share: rows of THE table. */
export const STORE_SETTINGS = {
  DATABASE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must be a URL that begins with postgresql://'),
    description:
      'PostgreSQL database for sessions, runs, shared facts and reloads, shared by all its servers. If unset, embedded stores are used.',
  },
  SERVICE_DATA_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description:
      "Folder of the embedded stores, used by one server at a time; `:memory:` stores nothing. Default: ferrule in the user's data folder.",
  },
  SERVICE_FLEET: {
    option: 'fleet',
    placeholder: 'NAME',
    default: null,
    schema: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 of letters, digits, `.`, `_` and `-`'),
    description: 'Name of a fleet: all its servers on the database share facts with the mounted ruleset.',
  },
  SERVICE_RUN_CONCURRENCY: {
    option: null,
    placeholder: 'N',
    default: '4',
    schema: integer(1, 256),
    description: 'Graphs that this process runs at the same time.',
  },
  SERVICE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^https?:\/\//, 'must be a URL that begins with http:// or https://'),
    description:
      'Former name of `FERRULE_URL`, the service that commands connect to; `ferrule serve` does not use it.',
  },
} as const satisfies Record<string, Setting>;
