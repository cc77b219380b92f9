import { closeSync, ftruncateSync, openSync, rmSync } from 'node:fs';
import { writeAll } from './log-files.ts';

/** A file of the log while it is written: lines come at its end. */
export class GrowingFile {
  readonly path: string;
  readonly fd: number;
  #length = 0;

  /** Throws the system's error, also where there is such a file. */
  constructor(path: string) {
    this.path = path;
    this.fd = openSync(path, 'wx', 0o640);
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Adds all of it, or throws the system's error and the file is as long as before. */
  add(bytes: Uint8Array): void {
    try {
      writeAll(this.fd, bytes, this.#length);
    } catch (error) {
      ftruncateSync(this.fd, this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  /** Leaves nothing behind that the next attempt would stumble over. */
  abandon(): void {
    closeSync(this.fd);
    if (this.#length === 0) rmSync(this.path, { force: true });
  }
}
