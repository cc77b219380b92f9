import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeys } from '../signing/keys.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';

/** What keys are for, and what their files are called. Different names: the two must never be the same key. */
const NAMES: Readonly<Record<string, string>> = { rulesets: 'ferrule', attestation: 'attestation' };

export const keygenCommand: Command = {
  name: 'keygen',
  summary: 'make a key pair for signed reloads, or for attestation',
  arguments: [],
  options: {
    for: {
      type: 'string',
      value: 'USE',
      help: 'rulesets (if left out): signed reloads; attestation: tokens and checkpoints',
    },
    out: { type: 'string', value: 'DIR', help: 'folder for the two files; the current one if left out' },
  },
  notes: `
For rulesets: ferrule.key (private, for ferrule sign) and ferrule.pub (public, for SERVICE_RULESET_PUBKEY_FILE). For
attestation: attestation.key (private, for SERVICE_ATTESTATION_KEY_FILE) and attestation.pub (public). PEM.
Files that are there are never overwritten.`,
  async run(_args, options, terminal) {
    const name = NAMES[textOption(options, 'for') ?? 'rulesets'];
    if (name === undefined) throw usageError('--for is rulesets or attestation');
    const folder = textOption(options, 'out') ?? '.';
    const privateFile = join(folder, `${name}.key`);
    const publicFile = join(folder, `${name}.pub`);
    const { privateKey, publicKey } = generateKeys();
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(privateFile, privateKey, { flag: 'wx', mode: 0o600 });
      await writeFile(publicFile, publicKey, { flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      throw new CommandError(`can not write the keys to ${folder} (${code})`);
    }
    terminal.out(`${privateFile}\n${publicFile}\n`);
    return DONE;
  },
};
