import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRulesetSources } from '../library/node/sources.ts';
import { readPrivateKey } from '../library/node/signing/keys.ts';
import { MANIFEST_FILE, writeManifest } from '../library/node/signing/manifest.ts';
import { sign } from '../library/node/signing/signature.ts';
import { rollbackText, signedVersion, versionLine } from '../library/node/signing/signed-version.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';
import { ROOT_OPTION, rootOf } from './root-option.ts';

const RULESET_HASH = /^sha256:[0-9a-f]{64}$/;

export const signCommand: Command = {
  name: 'sign',
  summary: 'sign a ruleset for a reload',
  arguments: ['PATH'],
  options: {
    root: ROOT_OPTION,
    key: { type: 'string', value: 'FILE', help: 'private key, PEM, as ferrule keygen writes it' },
    'rule-version': {
      type: 'string',
      value: 'N',
      help: 'number of a folder, or of a hash to go back to; a file has it in its first line, `# version: N`',
    },
  },
  notes: `
Prints the signature as a reload takes it: base64 of an Ed25519 signature over the bytes of the file. For a folder
${MANIFEST_FILE} is written there first, and the signature is over its bytes; it keeps the number that it has unless another
is given. PATH may be the hash of a ruleset that was loaded before, sha256:…, to go back to.`,
  async run([path = ''], options, terminal) {
    const keyFile = textOption(options, 'key');
    if (keyFile === null) throw usageError('sign needs --key FILE');
    const pem = await readFile(keyFile, 'utf8').catch(() => null);
    const seed = pem === null ? null : readPrivateKey(pem);
    if (seed === null) throw new CommandError(`${keyFile} is no Ed25519 private key in PEM`);
    const version = readVersion(textOption(options, 'rule-version'));
    terminal.out(`${sign(await bytesToSign(path, version, rootOf(options)), seed)}\n`);
    return DONE;
  },
};

function readVersion(text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw usageError('--rule-version must be a whole number');
  return Number(text);
}

async function bytesToSign(path: string, version: number | null, root?: string): Promise<Uint8Array> {
  if (RULESET_HASH.test(path)) return Buffer.from(rollbackText(path, version), 'utf8');
  const sources = await readRulesetSources(path, path, root);
  if (!(await stat(path)).isDirectory()) {
    if (version !== null) throw usageError('a file has its number in its first line: # version: N');
    if (sources.length > 1)
      throw new CommandError(`${path} names other files: a signature covers them in a folder`);
    return Buffer.from(sources[0]?.text ?? '', 'utf8');
  }
  const files = sources.map((source) => ({ path: source.path, bytes: Buffer.from(source.text, 'utf8') }));
  const before = await readFile(join(path, MANIFEST_FILE), 'utf8').catch(() => '');
  const manifest = versionLine(version ?? signedVersion(before)) + writeManifest(files);
  try {
    await writeFile(join(path, MANIFEST_FILE), manifest);
  } catch {
    throw new CommandError(`cannot write ${join(path, MANIFEST_FILE)}`);
  }
  return Buffer.from(manifest, 'utf8');
}
