import * as z from 'zod';
import type { Setting } from './setting.ts';
import { boolean, DAY_SECONDS, GIBIBYTE, integer, text } from './setting-values.ts';

/** Settings of tokens that prove decisions and of the decision log: rows of THE table. */
export const EVIDENCE_SETTINGS = {
  SERVICE_ATTEST: {
    option: null,
    placeholder: 'WHEN',
    default: 'rules',
    schema: z.enum(['rules', 'always', 'never'], { error: 'must be one of rules, always, never' }),
    description:
      'Decisions with an attestation token: those whose rule sets attestation: true (rules), all (always) or none (never).',
  },
  SERVICE_ATTESTATION_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'Ed25519 private key that signs tokens, PEM, from ferrule keygen --for attestation.',
  },
  SERVICE_ATTESTATION_OLD_KEYS_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description: 'Folder of earlier public keys (*.pub, *.pem), which the JWKS also lists.',
  },
  SERVICE_ATTESTATION_ALG: {
    option: null,
    placeholder: 'ALG',
    default: 'EdDSA',
    schema: z.enum(['EdDSA', 'Ed25519'], { error: 'must be one of EdDSA, Ed25519' }),
    description: 'Name of the algorithm in tokens: EdDSA (RFC 8037) or Ed25519 (RFC 9864).',
  },
  SERVICE_ATTESTATION_AUDIENCE: {
    option: null,
    placeholder: 'TEXT',
    default: null,
    schema: text,
    description: 'Claim aud of tokens. If unset, tokens have no aud.',
  },
  SERVICE_ISSUER: {
    option: null,
    placeholder: 'NAME',
    default: 'ferrule',
    schema: z
      .string()
      .regex(/^[\x21-\x2a\x2c-\x7e]+$/, 'must be visible ASCII characters without spaces and plus'),
    description: 'Claim iss of tokens, and first part of the origin of checkpoints.',
  },
  SERVICE_AUDIT: {
    option: null,
    placeholder: 'SINK',
    default: null,
    schema: text,
    description:
      'Destination of the decision log: file:DIR, stdout, database, or the URL of an OPA decision log collector. If unset, nothing is recorded.',
  },
  SERVICE_AUDIT_MODE: {
    option: null,
    placeholder: 'MODE',
    default: 'async',
    schema: z.enum(['async', 'sync'], { error: 'must be one of async, sync' }),
    description:
      'sync: respond after the record is on disk. async: write the record at most 0.1 seconds later.',
  },
  SERVICE_AUDIT_OVERFLOW: {
    option: null,
    placeholder: 'WAY',
    default: 'refuse',
    schema: z.enum(['refuse', 'drop'], { error: 'must be one of refuse, drop' }),
    description:
      'Handling of evaluations whose record does not fit in the buffer: refuse with 503 audit_unavailable, or drop the record.',
  },
  SERVICE_AUDIT_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'Ed25519 private key that signs checkpoints, PEM. Default: the attestation key.',
  },
  SERVICE_AUDIT_CHECKPOINT_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '10',
    schema: integer(1, DAY_SECONDS),
    description: 'Time between checkpoints.',
  },
  SERVICE_AUDIT_WITNESS_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^https?:\/\//, 'must be a URL that begins with http:// or https://'),
    description: 'URL that also receives every checkpoint.',
  },
  SERVICE_AUDIT_FILE_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '67108864',
    schema: integer(1024, GIBIBYTE),
    description: 'Maximum size of a log file; the next record starts a new file.',
  },
  SERVICE_AUDIT_BUFFER_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '8388608',
    schema: integer(1024, GIBIBYTE),
    description: 'Maximum size of the records of one writer that wait to be written.',
  },
  SERVICE_AUDIT_MAX_RECORD_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '65536',
    schema: integer(0, GIBIBYTE),
    description: 'Maximum size of recorded facts; longer ones are recorded by their hash.',
  },
  SERVICE_AUDIT_RETENTION_DAYS: {
    option: null,
    placeholder: 'DAYS',
    default: null,
    schema: integer(1, 36_500),
    description:
      'Age after which log files, and log parts in a database, are removed. If unset, none are removed.',
  },
  SERVICE_AUDIT_MAX_RULESETS: {
    option: null,
    placeholder: 'NUMBER',
    default: null,
    schema: integer(1, 1_000_000),
    description:
      'Maximum number of ruleset versions kept for replay; no other version loads beyond it. If unset, no limit applies.',
  },
  SERVICE_AUDIT_DERIVED: {
    option: null,
    placeholder: 'BOOL',
    default: 'false',
    schema: boolean,
    description: 'If true, the log also contains facts that rules asserted.',
  },
  SERVICE_AUDIT_MASK_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description:
      'Secret that masks values of sensitive slots in the log, from ferrule keygen --for mask. If unset, the values are dropped.',
  },
  SERVICE_AUDIT_SEAL_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description:
      'X25519 public key, PEM, from ferrule keygen --for seal. Records then also contain masked values, sealed for the private key.',
  },
} as const satisfies Record<string, Setting>;
