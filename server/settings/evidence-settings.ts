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
      'Decisions with a token: those whose rule says attestation: true (rules), all (always) or none (never).',
  },
  SERVICE_ATTESTATION_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description:
      'Ed25519 private key that tokens are signed with, PEM, as ferrule keygen --for attestation writes it.',
  },
  SERVICE_ATTESTATION_OLD_KEYS_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description: 'Folder of public keys of before (*.pub, *.pem), which the JWKS lists too.',
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
    description: 'Claim aud of tokens; left out without it.',
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
      'Where the decision log goes: file:DIR, stdout, database, or the URL of a collector of OPA decision logs. Without it nothing is recorded.',
  },
  SERVICE_AUDIT_MODE: {
    option: null,
    placeholder: 'MODE',
    default: 'async',
    schema: z.enum(['async', 'sync'], { error: 'must be one of async, sync' }),
    description: 'sync: an answer is given when its record is on disk. async: at most 0.1 seconds later.',
  },
  SERVICE_AUDIT_OVERFLOW: {
    option: null,
    placeholder: 'WAY',
    default: 'refuse',
    schema: z.enum(['refuse', 'drop'], { error: 'must be one of refuse, drop' }),
    description:
      'Evaluations whose record does not fit into the buffer: refused with 503 audit_unavailable, or not recorded (drop).',
  },
  SERVICE_AUDIT_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'Ed25519 private key that checkpoints are signed with, PEM. Default: the attestation key.',
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
    description: 'Every checkpoint is sent there too.',
  },
  SERVICE_AUDIT_FILE_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '67108864',
    schema: integer(1024, GIBIBYTE),
    description: 'A file of the log that is longer is followed by another.',
  },
  SERVICE_AUDIT_BUFFER_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '8388608',
    schema: integer(1024, GIBIBYTE),
    description: 'Records of one writer that may wait to be written.',
  },
  SERVICE_AUDIT_MAX_RECORD_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '65536',
    schema: integer(0, GIBIBYTE),
    description: 'Facts that are longer are recorded by their hash.',
  },
  SERVICE_AUDIT_RETENTION_DAYS: {
    option: null,
    placeholder: 'DAYS',
    default: null,
    schema: integer(1, 36_500),
    description:
      'Files of the log, and what a database keeps of it, are removed when they were begun longer ago. Without it none are.',
  },
  SERVICE_AUDIT_MAX_RULESETS: {
    option: null,
    placeholder: 'NUMBER',
    default: null,
    schema: integer(1, 1_000_000),
    description:
      'Versions of rulesets that are kept for replay. When there are so many, no other is loaded. Without it there is no bound.',
  },
  SERVICE_AUDIT_DERIVED: {
    option: null,
    placeholder: 'BOOL',
    default: 'false',
    schema: boolean,
    description: 'Whether the log has the facts that rules asserted, too.',
  },
  SERVICE_AUDIT_MASK_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description:
      'Secret that values of sensitive slots are masked with in the log, as ferrule keygen --for mask writes it. Without it they are dropped.',
  },
  SERVICE_AUDIT_SEAL_KEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description:
      'X25519 public key, PEM, as ferrule keygen --for seal writes it: what is masked is kept in the record, sealed for the private one.',
  },
} as const satisfies Record<string, Setting>;
