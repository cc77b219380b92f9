import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRulesetSources } from '../library/sources.ts';
import { readPrivateKey } from '../signing/keys.ts';
import { MANIFEST_FILE, writeManifest } from '../signing/manifest.ts';
import { sign } from '../signing/signature.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';

export const signCommand: Command = {
  name: 'sign',
  summary: 'sign a ruleset for a reload',
  arguments: ['PATH'],
  options: { key: { type: 'string', value: 'FILE', help: 'private key, PEM, as ferrule keygen writes it' } },
  notes: `
Prints the signature as a reload takes it: base64 of an Ed25519 signature over the bytes of the file. For a folder
${MANIFEST_FILE} is written there first, and the signature is over its bytes.`,
  async run([path = ''], options, terminal) {
    const keyFile = textOption(options, 'key');
    if (keyFile === null) throw usageError('sign needs --key FILE');
    const pem = await readFile(keyFile, 'utf8').catch(() => null);
    const seed = pem === null ? null : readPrivateKey(pem);
    if (seed === null) throw new CommandError(`${keyFile} is no Ed25519 private key in PEM`);
    terminal.out(`${sign(await bytesToSign(path), seed)}\n`);
    return DONE;
  },
};

async function bytesToSign(path: string): Promise<Uint8Array> {
  const sources = await readRulesetSources(path);
  if (!(await stat(path)).isDirectory()) return Buffer.from(sources[0]?.text ?? '', 'utf8');
  const files = sources.map((source) => ({ path: source.path, bytes: Buffer.from(source.text, 'utf8') }));
  const manifest = writeManifest(files);
  try {
    await writeFile(join(path, MANIFEST_FILE), manifest);
  } catch {
    throw new CommandError(`can not write ${join(path, MANIFEST_FILE)}`);
  }
  return Buffer.from(manifest, 'utf8');
}
