/** A log for tests: written, verified, and read line by line. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSigningKey } from '../../evidence/attestation-key.ts';
import { FileLog } from '../../evidence/log/file-log.ts';
import type { FileLogSettings } from '../../evidence/log/file-log-settings.ts';
import { listFiles } from '../../evidence/log/log-files.ts';
import { verifyLog, type VerifyOptions } from '../../evidence/log/verify-log.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';

export const signer = readSigningKey(generateKeys().privateKey)!;
export const other = readSigningKey(generateKeys().privateKey)!;
export const WRITER = 'worker-0';
export const quiet = { warn: () => undefined, checkpoint: () => undefined };

export function settings(folder: string, more: Partial<FileLogSettings> = {}): FileLogSettings {
  return {
    folder,
    sync: false,
    fileBytes: 1024 * 1024,
    bufferBytes: 1024 * 1024,
    checkpointMs: 3_600_000,
    retentionDays: null,
    signer,
    issuer: 'ferrule',
    ...more,
  };
}

export function write(folder: string, from: number, to: number, more: Partial<FileLogSettings> = {}): void {
  const log = new FileLog(WRITER, settings(folder, more), quiet);
  for (let i = from; i < to; i++) {
    log.append(`"time":"t","kind":"decision","decision_id":"id-${i}","reason":"réason ${i}"`);
    void log.flushBatch();
  }
  void log.close();
}

export const verdict = (folder: string, checkpoints = '', more: Partial<VerifyOptions> = {}) =>
  verifyLog(folder, { keys: [signer.x], checkpoints, ...more });

/** Bytes of the only file of a writer, by line. */
export async function linesOf(folder: string): Promise<{ path: string; lines: string[] }> {
  const path = listFiles(join(folder, WRITER))[0]!.path;
  return { path, lines: (await readFile(path, 'utf8')).split('\n').slice(0, -1) };
}
