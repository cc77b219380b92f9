import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeys } from '../signing/keys.ts';
import { CommandError, DONE, textOption, type Command } from './command.ts';

const PRIVATE_FILE = 'ferrule.key';
const PUBLIC_FILE = 'ferrule.pub';

export const keygenCommand: Command = {
  name: 'keygen',
  summary: 'make a key pair that reloads are signed and verified with',
  arguments: [],
  options: {
    out: { type: 'string', value: 'DIR', help: 'folder for the two files; the current one if left out' },
  },
  notes: `
Writes ${PRIVATE_FILE} (private, for ferrule sign) and ${PUBLIC_FILE} (public, for SERVICE_RULESET_PUBKEY_FILE), PEM.
Files that are there are never overwritten.`,
  async run(_args, options, terminal) {
    const folder = textOption(options, 'out') ?? '.';
    const { privateKey, publicKey } = generateKeys();
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, PRIVATE_FILE), privateKey, { flag: 'wx', mode: 0o600 });
      await writeFile(join(folder, PUBLIC_FILE), publicKey, { flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      throw new CommandError(`can not write the keys to ${folder} (${code})`);
    }
    terminal.out(`${join(folder, PRIVATE_FILE)}\n${join(folder, PUBLIC_FILE)}\n`);
    return DONE;
  },
};
