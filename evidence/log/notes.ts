/** The files of signed notes in the folder of a log: one for each chain, to which notes are added. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitNotes } from '../checkpoint.ts';
import { CHECKPOINTS } from './log-files.ts';

/** Adds a note. @throws the system's error. */
export function keepNote(folder: string, logId: string, note: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, logId), note);
}

/** Records under the last checkpoint of a chain, as its notes say; nothing is verified here. */
export function signedSize(log: string, logId: string): number {
  const path = join(log, CHECKPOINTS, logId);
  if (!existsSync(path)) return 0;
  const [, size] = splitNotes(readFileSync(path, 'utf8')).at(-1)?.split('\n') ?? [];
  return Number(size ?? 0);
}
