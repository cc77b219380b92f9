/** A log on disk: the folders of its writers, or one of them, or one file. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CHECKPOINTS, listFiles, splitLines } from './log-files.ts';
import { RETENTION } from './retention-note.ts';

/** The files of one writer, oldest first. */
export interface WriterFiles {
  readonly writer: string;
  readonly paths: readonly string[];
  /** Folder that holds the checkpoints of its chains. */
  readonly checkpoints: string;
  /** Folder that holds the notes of what retention removed. */
  readonly retention: string;
}

/** The files of a writer in the folder of its log. */
function filesOf(log: string, writer: string, paths: readonly string[]): WriterFiles {
  return { writer, paths, checkpoints: join(log, CHECKPOINTS), retention: join(log, RETENTION) };
}

/** The writers of a log. Throws the system's error for a path that cannot be read. */
export function findWriters(path: string): readonly WriterFiles[] {
  if (!statSync(path).isDirectory()) {
    const folder = dirname(path);
    return [filesOf(join(folder, '..'), basename(folder), [path])];
  }
  const own = listFiles(path);
  if (own.length > 0) {
    const paths = own.map((file) => file.path);
    return [filesOf(join(path, '..'), basename(path), paths)];
  }
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const paths = listFiles(join(path, name)).map((file) => file.path);
      return filesOf(path, name, paths);
    })
    .filter(({ paths }) => paths.length > 0)
    .sort((a, b) => (a.writer < b.writer ? -1 : 1));
}

/** Stored state of a chain, beside its records. */
export interface ChainNotes {
  readonly logId: string;
  readonly checkpoints: string;
  /** State of the part that retention removed. */
  readonly removal: string;
}

/** The chains that a whole log has checkpoints of and that were not removed; none for one writer, or one file. */
export function chainsWithCheckpoints(
  path: string,
  wasRemoved: (chain: ChainNotes) => boolean,
): readonly string[] {
  if (!statSync(path).isDirectory() || listFiles(path).length > 0) return [];
  const folder = join(path, CHECKPOINTS);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .filter((logId) => {
      const removal = readNotes(join(path, RETENTION), logId);
      return removal === '' || !wasRemoved({ logId, checkpoints: readNotes(folder, logId), removal });
    });
}

/**
 * The lines of a file; the text after the last line feed is the last. Throws the system's error for a path that is not a
 * file: a pipe may never end.
 */
export function readLines(path: string): readonly Buffer[] {
  const isFile = statSync(path).isFile();
  if (!isFile) throw Object.assign(new Error(`${path} is not a file`), { code: 'EINVAL', syscall: 'read' });
  return splitLines(readFileSync(path));
}

/** The notes of a chain, its checkpoints or what retention removed; or an empty text. */
export function readNotes(folder: string, logId: string): string {
  const path = join(folder, logId);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
