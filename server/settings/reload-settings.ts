import type { Setting } from './setting.ts';
import { boolean, GIBIBYTE, integer, text } from './setting-values.ts';

/** Settings of reloads: who may sign them, what is kept of them: rows of THE table. */
export const RELOAD_SETTINGS = {
  SERVICE_RULESET_PUBKEY: {
    option: null,
    placeholder: 'KEY',
    default: null,
    schema: text,
    description: 'Ed25519 public key, PEM or base64 of its 32 bytes. If set, every reload must be signed.',
  },
  SERVICE_RULESET_PUBKEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'File that holds the public key. Cannot be combined with SERVICE_RULESET_PUBKEY.',
  },
  SERVICE_RELOAD_PERSIST: {
    option: null,
    placeholder: 'BOOLEAN',
    default: 'true',
    schema: boolean,
    description: 'If true, a mounted server that restarts on the same files serves the last reload.',
  },
  SERVICE_RELOAD_MONOTONIC: {
    option: null,
    placeholder: 'BOOLEAN',
    default: 'true',
    schema: boolean,
    description:
      'If true, the version in `# version: N` of signed rulesets cannot decrease (with a public key).',
  },
  SERVICE_MAX_RELOAD_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '5242880',
    schema: integer(1, GIBIBYTE),
    description: 'Largest body of a reload, in bytes received; beyond it 413.',
  },
  SERVICE_DRY_RUN_RECORDS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 100_000),
    description:
      'Recent decisions of a mounted server kept in memory for dry runs of a reload: at most 64 MiB of bodies.',
  },
} as const satisfies Record<string, Setting>;
