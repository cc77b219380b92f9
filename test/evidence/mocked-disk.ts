/** A disk that does as a test says, in the place of `node:fs`. */
import type * as fs from 'node:fs';

const WELL = { isFull: false, syncsFail: false, takesMs: 0 };

/** `takesMs`: of a sync that is waited for. */
export const disk = { ...WELL };

export function healDisk(): void {
  Object.assign(disk, WELL);
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'x' });
}

/** For `vi.mock`, whose calls come before imports: its factory imports this. */
export function mockDisk(real: typeof fs): typeof fs {
  return {
    ...real,
    writeSync: ((...given: Parameters<typeof real.writeSync>) => {
      if (disk.isFull) throw failure('ENOSPC');
      return real.writeSync(...given);
    }) as typeof real.writeSync,
    fdatasyncSync: (fd) => {
      const over = performance.now() + disk.takesMs;
      while (performance.now() < over);
      if (disk.syncsFail) throw failure('EIO');
      real.fdatasyncSync(fd);
    },
    fdatasync: Object.assign(
      (fd: number, done: fs.NoParamCallback) => {
        if (disk.syncsFail) setImmediate(() => done(failure('EIO')));
        else real.fdatasync(fd, done);
      },
      { __promisify__: real.fdatasync.__promisify__ },
    ),
  };
}
