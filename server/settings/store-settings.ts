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
      'PostgreSQL that holds sessions, runs, shared facts and reloads, for all servers on it. Without it they are embedded.',
  },
  SERVICE_DATA_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description:
      'Folder of the embedded stores, for one server at a time; `:memory:` keeps nothing. Default: ferrule in the data folder of the user.',
  },
  SERVICE_FLEET: {
    option: 'fleet',
    placeholder: 'NAME',
    default: null,
    schema: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 of letters, digits, `.`, `_` and `-`'),
    description:
      'Fleet whose facts the mounted ruleset shares with all servers of that name on the database.',
  },
  SERVICE_RUN_CONCURRENCY: {
    option: null,
    placeholder: 'N',
    default: '4',
    schema: integer(1, 256),
    description: 'Graphs that this process runs at once.',
  },
  SERVICE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^https?:\/\//, 'must be a URL that begins with http:// or https://'),
    description:
      'Older name of `FERRULE_URL`, the running service that commands talk to; `ferrule serve` does not use it.',
  },
} as const satisfies Record<string, Setting>;
