import { readSigningKey } from '../../evidence/attestation-key.ts';
import { FileLog } from '../../evidence/log/file-log.ts';
import type { FileLogSettings } from '../../evidence/log/file-log-settings.ts';
import { verifyLog, type LogVerdict } from '../../evidence/log/verify-log.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { readRecords } from './support.ts';

/** Signs what the logs of the tests sign. */
export const signer = readSigningKey(generateKeys().privateKey)!;
export const WRITER = 'worker-0';

export function settings(folder: string, more: Partial<FileLogSettings> = {}): FileLogSettings {
  return {
    folder,
    sync: false,
    fileBytes: 1024 * 1024,
    bufferBytes: 200,
    checkpointMs: 20,
    retentionDays: null,
    signer,
    issuer: 'ferrule',
    ...more,
  };
}

/** A log in a folder, with its messages to the host. */
export function openLog(folder: string, more: Partial<FileLogSettings> = {}) {
  const told = { warnings: [] as string[], checkpoints: [] as string[] };
  const host = {
    warn: (text: string) => told.warnings.push(text),
    checkpoint: (text: string) => told.checkpoints.push(text),
  };
  return { ...told, log: new FileLog(WRITER, settings(folder, more), host) };
}

/** A record. */
export const body = (id: number): string => `"time":"t","kind":"decision","decision_id":"id-${id}"`;
export const verdict = (folder: string): LogVerdict =>
  verifyLog(folder, { keys: [signer.x], checkpoints: '' });
/** The same for a log in which a failing disk has left records under no checkpoint. */
export const lenientVerdict = (folder: string): LogVerdict =>
  verifyLog(folder, { keys: [signer.x], checkpoints: '', allowsUncovered: true });
export const idsOf = async (folder: string): Promise<unknown[]> =>
  (await readRecords(folder, WRITER)).flatMap(({ decision_id: id }) => id ?? []);
