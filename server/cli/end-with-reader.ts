/** A reader that has seen enough (`ferrule … | head`) closes the pipe: nothing is left to say to it. */
export function endWithReader({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? 0 : 1);
}
