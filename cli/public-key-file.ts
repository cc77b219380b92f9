import { readFile } from 'node:fs/promises';
import { readPublicKey } from '../library/node/signing/keys.ts';
import { CommandError, textOptions, type OptionValues } from './command.ts';

/** The public key of a file, as base64url of its 32 bytes. Throws CommandError. */
export async function readPublicKeyFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => null);
  const key = text === null ? null : readPublicKey(text);
  if (key === null)
    throw new CommandError(`${path} is not an Ed25519 public key: expected PEM or base64 of 32 bytes`);
  return Buffer.from(key).toString('base64url');
}

/** The public keys of option `--key`, in order. Throws CommandError. */
export function readPublicKeyFiles(options: OptionValues): Promise<readonly string[]> {
  return Promise.all(textOptions(options, 'key').map(readPublicKeyFile));
}
