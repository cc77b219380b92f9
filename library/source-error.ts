/** `missing`: no file; `outside`: a link leaves the folder; `unreadable`: not a ruleset. */
type SourceProblem = 'missing' | 'outside' | 'unreadable';

/** A ruleset that cannot be read from disk. `path` is the file or folder concerned, as it was given. */
export class SourceError extends Error {
  readonly path: string;
  readonly reason: SourceProblem;
  constructor(path: string, reason: SourceProblem, problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'SourceError';
    this.path = path;
    this.reason = reason;
  }
}

/** Problem of a ruleset, as the end of a message; its place on the disk is not included. */
export function problemOf({ reason, path, message }: SourceError): string {
  if (reason === 'missing') return 'does not exist';
  return reason === 'outside' ? 'has a link that leaves its folder' : message.slice(path.length + 2);
}

/** Throws the SourceError for an error of the file system. */
export function failToRead(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    throw new SourceError(path, 'missing', 'no such file or folder');
  throw new SourceError(
    path,
    'unreadable',
    `cannot be read (${typeof code === 'string' ? code : 'unknown error'})`,
  );
}
