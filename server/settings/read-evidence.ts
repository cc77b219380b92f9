/** Settings of evidence, read and checked: the keys, and where records go. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SettingName } from './settings.ts';
import { readPublicKey } from '../../library/node/signing/keys.ts';
import { readTextFile } from '../../library/node/signing/read-text-file.ts';
import {
  publicJwk,
  readSigningKey,
  type Algorithm,
  type PublicJwk,
  type SigningKey,
} from '../../evidence/attestation-key.ts';
import type { FileLogSettings } from '../../evidence/log/file-log-settings.ts';
import { readMask } from './read-mask.ts';
import type { CentralLog, CentralSink, EvidenceConfiguration, LogSettings } from '../../evidence/settings.ts';

type Sink = CentralSink | { readonly kind: 'file'; readonly folder: string };

export type Values = { readonly [Name in SettingName]: string | number | null };

const SECOND_MS = 1000;

/** Reads the settings; what is wrong is added to `problems`, one line each. */
export function readEvidence(
  values: Values,
  rulesetKey: Uint8Array | null,
  problems: string[],
): EvidenceConfiguration {
  const attest = values.SERVICE_ATTEST as 'rules' | 'always' | 'never';
  const alg = values.SERVICE_ATTESTATION_ALG as Algorithm;
  const issuer = values.SERVICE_ISSUER as string;
  const key = readKey('SERVICE_ATTESTATION_KEY_FILE', values, problems);
  const auditKey = readKey('SERVICE_AUDIT_KEY_FILE', values, problems) ?? key;
  if (key !== null && rulesetKey !== null && Buffer.from(key.x, 'base64url').equals(rulesetKey)) {
    problems.push('SERVICE_ATTESTATION_KEY_FILE: must not be the key that signs rulesets');
  }
  if (attest === 'always' && values.SERVICE_ATTESTATION_KEY_FILE === null) {
    problems.push('SERVICE_ATTEST: always needs SERVICE_ATTESTATION_KEY_FILE');
  }
  const sink = readSink(values, problems);
  const mask = readMask(values, problems);
  const warnings: string[] = [];
  if (sink !== null && auditKey === null) {
    warnings.push('the decision log has no key: its records are chained, and no checkpoint is signed');
  }
  const audience = values.SERVICE_ATTESTATION_AUDIENCE as string | null;
  const signs = key !== null && attest !== 'never';
  return {
    settings: {
      token: signs ? { signer: key, alg, issuer, audience, always: attest === 'always' } : null,
      log: sink === null ? null : { ...logSettings(values, sink, auditKey, issuer), mask },
    },
    jwks: readJwks(values, [key, auditKey], alg, problems),
    central: sink === null || sink.kind === 'file' ? null : centralLog(values, sink, auditKey, issuer),
    witnessUrl: values.SERVICE_AUDIT_WITNESS_URL as string | null,
    maxRulesets: values.SERVICE_AUDIT_MAX_RULESETS as number | null,
    isUnsigned: sink !== null && auditKey === null,
    warnings,
    reread() {
      const found: string[] = [];
      const evidence = readEvidence(values, rulesetKey, found);
      return found.length === 0 ? { ok: true, ...evidence } : { ok: false, problems: found };
    },
  };
}

function logSettings(
  values: Values,
  sink: Sink,
  signer: SigningKey | null,
  issuer: string,
): Omit<LogSettings, 'mask'> {
  const files: FileLogSettings | null =
    sink.kind !== 'file'
      ? null
      : {
          folder: sink.folder,
          sync: values.SERVICE_AUDIT_MODE === 'sync',
          fileBytes: values.SERVICE_AUDIT_FILE_BYTES as number,
          bufferBytes: values.SERVICE_AUDIT_BUFFER_BYTES as number,
          checkpointMs: (values.SERVICE_AUDIT_CHECKPOINT_SECONDS as number) * SECOND_MS,
          retentionDays: values.SERVICE_AUDIT_RETENTION_DAYS as number | null,
          signer,
          issuer,
        };
  return {
    files,
    maxRecordBytes: values.SERVICE_AUDIT_MAX_RECORD_BYTES as number,
    overflow: values.SERVICE_AUDIT_OVERFLOW as 'refuse' | 'drop',
    derived: values.SERVICE_AUDIT_DERIVED === 'true',
  };
}

function centralLog(
  values: Values,
  sink: CentralSink,
  signer: SigningKey | null,
  issuer: string,
): CentralLog {
  return {
    sink,
    sync: values.SERVICE_AUDIT_MODE === 'sync',
    bufferCharacters: values.SERVICE_AUDIT_BUFFER_BYTES as number,
    overflow: values.SERVICE_AUDIT_OVERFLOW as 'refuse' | 'drop',
    checkpointMs: (values.SERVICE_AUDIT_CHECKPOINT_SECONDS as number) * SECOND_MS,
    signer,
    issuer,
    retentionDays: values.SERVICE_AUDIT_RETENTION_DAYS as number | null,
  };
}

const FILE = 'file:';

function readSink(values: Values, problems: string[]): Sink | null {
  const text = values.SERVICE_AUDIT as string | null;
  if (text === null) return null;
  const sink = sinkOf(text);
  if (sink === null) {
    problems.push('SERVICE_AUDIT: must be file:DIR, stdout, database, or an http or https URL');
    return null;
  }
  const canSync = sink.kind === 'file' || (sink.kind === 'database' && values.DATABASE_URL !== null);
  if (values.SERVICE_AUDIT_MODE === 'sync' && !canSync) {
    problems.push('SERVICE_AUDIT_MODE: sync needs SERVICE_AUDIT=file:DIR, or database with DATABASE_URL');
  }
  if (values.SERVICE_AUDIT_MODE === 'sync' && values.SERVICE_AUDIT_OVERFLOW === 'drop') {
    problems.push('SERVICE_AUDIT_OVERFLOW: drop needs SERVICE_AUDIT_MODE=async: sync records every decision');
  }
  return sink;
}

function sinkOf(text: string): Sink | null {
  if (text === 'stdout' || text === 'database') return { kind: text };
  if (text.startsWith(FILE) && text.length > FILE.length) {
    return { kind: 'file', folder: resolve(text.slice(FILE.length)) };
  }
  return /^https?:\/\//.test(text) && URL.canParse(text) ? { kind: 'http', url: text } : null;
}

function readKey(name: SettingName, values: Values, problems: string[]): SigningKey | null {
  const path = values[name];
  if (path === null) return null;
  const pem = readTextFile(String(path));
  const key = pem === null ? null : readSigningKey(pem);
  if (pem === null) problems.push(`${name}: cannot be read`);
  else if (key === null) problems.push(`${name}: must be an Ed25519 private key in PEM`);
  return key;
}

function readJwks(
  values: Values,
  keys: readonly (SigningKey | null)[],
  alg: Algorithm,
  problems: string[],
): readonly PublicJwk[] {
  const found = new Set(keys.flatMap((key) => (key === null ? [] : [key.x])));
  const folder = values.SERVICE_ATTESTATION_OLD_KEYS_DIR;
  if (folder !== null) {
    for (const x of readOldKeys(String(folder), problems)) found.add(x);
  }
  return [...found].map((x) => publicJwk(x, alg));
}

function readOldKeys(folder: string, problems: string[]): string[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    problems.push('SERVICE_ATTESTATION_OLD_KEYS_DIR: cannot be read');
    return [];
  }
  return names.flatMap((name) => {
    if (!/\.(pub|pem)$/.test(name)) return [];
    const key = readPublicKey(readTextFile(join(folder, name)) ?? '');
    if (key === null) {
      problems.push(`SERVICE_ATTESTATION_OLD_KEYS_DIR: ${name} is not an Ed25519 public key`);
      return [];
    }
    return [Buffer.from(key).toString('base64url')];
  });
}
