import { createReadStream } from 'node:fs';
import { CommandError, type Terminal } from './command.ts';

/** The bytes of a file, or of standard input for `-`. */
async function* readBytes(path: string, terminal: Terminal): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? terminal.stdin : createReadStream(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CommandError(`cannot read ${path} (${code === 'ENOENT' ? 'no such file' : code})`);
  }
}

/** The lines of a file or of standard input, without their ends. Only a line feed ends a line: JSON may hold others. */
export async function* readLines(path: string, terminal: Terminal): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of readBytes(path, terminal)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The whole text of a file or of standard input. */
export async function readText(path: string, terminal: Terminal): Promise<string> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  for await (const chunk of readBytes(path, terminal)) texts.push(decoder.decode(chunk, { stream: true }));
  return texts.join('') + decoder.decode();
}
