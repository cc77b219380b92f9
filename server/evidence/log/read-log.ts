/** A log on disk: the folders of its writers, or one of them, or one file. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CHECKPOINTS, listFiles, splitLines } from './log-files.ts';

/** The files of one writer, oldest first. */
export interface WriterFiles {
  readonly writer: string;
  readonly paths: readonly string[];
  /** Folder that holds the checkpoints of its chains. */
  readonly checkpoints: string;
}

/** The writers of a log. Throws the system's error for a path that cannot be read. */
export function findWriters(path: string): readonly WriterFiles[] {
  if (!statSync(path).isDirectory()) {
    const folder = dirname(path);
    return [{ writer: basename(folder), paths: [path], checkpoints: join(folder, '..', CHECKPOINTS) }];
  }
  const own = listFiles(path);
  if (own.length > 0) {
    const paths = own.map((file) => file.path);
    return [{ writer: basename(path), paths, checkpoints: join(path, '..', CHECKPOINTS) }];
  }
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      writer: name,
      paths: listFiles(join(path, name)).map((file) => file.path),
      checkpoints: join(path, CHECKPOINTS),
    }))
    .filter(({ paths }) => paths.length > 0)
    .sort((a, b) => (a.writer < b.writer ? -1 : 1));
}

/** The chains that a whole log has checkpoints of; null: the path is of one writer, or of one file. */
export function chainsWithCheckpoints(path: string): readonly string[] | null {
  if (!statSync(path).isDirectory() || listFiles(path).length > 0) return null;
  const folder = join(path, CHECKPOINTS);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The lines of a file; what stands after the last line feed is the last. */
export function readLines(path: string): readonly Buffer[] {
  return splitLines(readFileSync(path));
}

/** The notes of a chain's checkpoints, or an empty text. */
export function readCheckpoints(folder: string, logId: string): string {
  const path = join(folder, logId);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
