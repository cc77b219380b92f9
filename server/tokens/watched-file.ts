import { readFileSync, statSync } from 'node:fs';

/**
 * A file that is read again when it has changed, also when a link to it or a folder above was exchanged, as mounted
 * secrets are. What cannot be taken leaves the last value in force.
 */
export class WatchedFile<T> {
  readonly #path: string;
  readonly #read: (text: string) => T;
  #seen: string;
  #value: T;
  #problem: string | null = null;

  /** @param read of the text; throws Error for one that cannot be taken. Throws when the first cannot. */
  constructor(path: string, read: (text: string) => T) {
    this.#path = path;
    this.#read = read;
    this.#seen = stamp(path);
    this.#value = read(readFileSync(path, 'utf8'));
  }

  get value(): T {
    return this.#value;
  }

  /** Why the file as it is now is not in force, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Checks the file. Returns true if its value or its problem changed. `force`: reads it in any case. */
  look(force = false): boolean {
    const now = stamp(this.#path);
    if (now === this.#seen && !force) return false;
    this.#seen = now;
    try {
      this.#value = this.#read(readFileSync(this.#path, 'utf8'));
      this.#problem = null;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    return true;
  }
}

/** The system's code, or what the reader says: neither has the path. */
export function problemOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return `cannot be read (${String(error.code)})`;
  return error instanceof Error ? error.message : String(error);
}

function stamp(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined
    ? ''
    : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
