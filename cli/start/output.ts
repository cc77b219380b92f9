import { writeSync } from 'node:fs';

let isOpen = false;

/** Opens the streams of this process, and handles closed readers. */
export function openStreams(): void {
  if (isOpen) return;
  isOpen = true;
  // A reader that has seen enough (`ferrule … | head`) closes the pipe: nothing is left to say to it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  // With a closed error stream nothing is reported, but the exit code remains.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(1);
  });
}

/** Writes without opening the stream, which takes longer than all that a short command has to say. */
export function writeAtOnce(name: 'stdout' | 'stderr', text: string): void {
  let rest = Buffer.from(text);
  try {
    while (!isOpen && rest.length > 0) rest = rest.subarray(writeSync(name === 'stdout' ? 1 : 2, rest));
  } catch {
    // A pipe that is full or closed is a matter for the stream.
    openStreams();
  }
  if (rest.length > 0) process[name].write(rest);
}
