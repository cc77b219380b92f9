import { join } from 'node:path';
import type { FileLogSettings } from './file-log-settings.ts';
import { removeOld } from './log-files.ts';
import { keepNote } from './notes.ts';
import { RETENTION, signRemoval } from './retention-note.ts';

/**
 * Removes a writer's files that were started more than `days` ago. Signs removed records first, so that a verifier can
 * distinguish retention from truncation.
 */
export function removeExpired(
  writerFolder: string,
  { signer, issuer, folder }: FileLogSettings,
  days: number,
  now: number,
): void {
  removeOld(writerFolder, days, now, (removal) => {
    if (signer !== null)
      keepNote(join(folder, RETENTION), removal.logId, signRemoval(removal, issuer, signer));
  });
}
