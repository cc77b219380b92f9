import { fstatSync, write } from 'node:fs';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { terminalSafe } from '../../library/terminal-safe.ts';
import type { ServiceLog } from '../audit.ts';
import { openChainedLog, type ChainedLogOptions } from './chained-log.ts';

const STDOUT = 1;
const writeSome = promisify(write);

/** The log as lines on standard output. If the reader stops, they wait as for every other sink. */
export function openStdoutLog(
  options: Omit<ChainedLogOptions, 'put' | 'keep'>,
  witness: ((note: string) => void) | null,
): ServiceLog {
  const put = fstatSync(STDOUT).isFile() ? createFileWriter() : writeToReader;
  // Without a listener, an error that the write has already reported would end the process.
  const ignore = (): void => undefined;
  process.stdout.on('error', ignore);
  return openChainedLog({
    ...options,
    put: ({ bytes }) => put(bytes),
    keep: (_logId, _size, note) => Promise.resolve(witness?.(note)),
    closed: () => Promise.resolve(void process.stdout.off('error', ignore)),
  });
}

/** A person at a terminal gets escapes for what it would obey; every other reader gets the bytes. */
function writeToReader(bytes: Buffer): Promise<void> {
  const shown = isatty(STDOUT) ? terminalSafe(bytes.toString()) : bytes;
  return new Promise((resolve, reject) =>
    process.stdout.write(shown, (error) => (error ? reject(error) : resolve())),
  );
}

/** A full disk has taken a part, and the stream of a file never writes again: this goes on where it stopped. */
function createFileWriter(): (bytes: Buffer) => Promise<void> {
  let current: Buffer | null = null;
  let done = 0;
  return async (bytes) => {
    if (bytes !== current) done = 0;
    current = bytes;
    while (done < bytes.length) done += (await writeSome(STDOUT, bytes, done)).bytesWritten;
  };
}
