import { describe, expect, it } from 'vitest';
import { CommandError, type Terminal } from '../../cli/command.ts';
import { readLines, readText } from '../../cli/read-input.ts';

/** A terminal whose standard input comes one byte at a time. */
function typing(text: string | Uint8Array): Pick<Terminal, 'stdin'> {
  const bytes = Buffer.from(text);
  const stdin = (async function* () {
    for (const byte of bytes) yield Uint8Array.of(byte);
  })();
  return { stdin };
}

async function linesOf(text: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines('-', typing(text))) lines.push(line);
  return lines;
}

describe('standard input', () => {
  it('is read whole', async () => {
    expect(await readText('-', typing('["é"]\n'))).toBe('["é"]\n');
  });

  it('is split at line feeds only', async () => {
    expect(await linesOf('a\u2028b\r\n\né')).toEqual(['a\u2028b\r', '', 'é']);
  });

  it.each([
    ['in the middle', Uint8Array.of(0x5b, 0xff, 0x5d)],
    ['at its end', Uint8Array.of(0x5b, 0x5d, 0xc3)],
  ])('is refused when it is not UTF-8 %s', async (_, bytes) => {
    await expect(readText('-', typing(bytes))).rejects.toThrow('standard input is not UTF-8 text');
  });

  it('is refused where a line of it is not UTF-8', async () => {
    const reading = async (): Promise<string[]> => {
      const lines: string[] = [];
      for await (const line of readLines('-', typing(Uint8Array.of(0x61, 0x0a, 0xff, 0x0a))))
        lines.push(line);
      return lines;
    };
    await expect(reading()).rejects.toThrow(CommandError);
  });

  it('has no line after the last line feed', async () => {
    expect(await linesOf('a\n')).toEqual(['a']);
  });
});

it('a file that is not there is an error of the person', async () => {
  const reading = readText('no/such/file.json', typing(''));
  await expect(reading).rejects.toThrow(CommandError);
  await expect(reading).rejects.toThrow('cannot read no/such/file.json (no such file)');
});
