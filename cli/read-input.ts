import { createReadStream } from 'node:fs';
import { CommandError, type Terminal } from './command.ts';

/** The bytes of a file, or of standard input for `-`. */
async function* readBytes(path: string, terminal: Pick<Terminal, 'stdin'>): AsyncGenerator<Uint8Array> {
  try {
    yield* path === '-' ? terminal.stdin : createReadStream(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CommandError(`cannot read ${path} (${code === 'ENOENT' ? 'no such file' : code})`);
  }
}

/** Decodes bytes as they come. What is not UTF-8 is refused: replaced characters would be other facts or other rules. */
function createDecoder(path: string): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new CommandError(`${path === '-' ? 'standard input' : path} is not UTF-8 text`);
    }
  };
}

/** The lines of a file or of standard input, without their ends. Only a line feed ends a line: JSON may hold others. */
export async function* readLines(path: string, terminal: Pick<Terminal, 'stdin'>): AsyncGenerator<string> {
  const decode = createDecoder(path);
  let rest = '';
  for await (const chunk of readBytes(path, terminal)) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decode();
  if (rest !== '') yield rest;
}

/** The whole text of a file or of standard input. */
export async function readText(path: string, terminal: Pick<Terminal, 'stdin'>): Promise<string> {
  return (await readBounded(path, Infinity, terminal)) ?? '';
}

/**
 * The whole text of a file or of standard input; `null` if it is longer than `most` UTF-16 code units. The rest is read
 * and dropped, because a program that cannot write to the end reports an error of its own.
 */
export async function readBounded(
  path: string,
  most: number,
  terminal: Pick<Terminal, 'stdin'>,
): Promise<string | null> {
  const decode = createDecoder(path);
  let texts: string[] = [];
  let length = 0;
  for await (const chunk of readBytes(path, terminal)) {
    if (length > most) continue;
    const text = decode(chunk);
    length += text.length;
    if (length > most) texts = [];
    else texts.push(text);
  }
  return length > most ? null : texts.join('') + decode();
}
