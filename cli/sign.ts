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
    key: { type: 'string', value: 'FILE', help: 'private key file from ferrule keygen' },
    'rule-version': {
      type: 'string',
      value: 'N',
      help: 'version of a folder or a hash; a file states its own',
    },
  },
  notes: `
Prints the signature for a reload: base64 of an Ed25519 signature over the bytes of the file. For a folder, the command
first writes ${MANIFEST_FILE} there and signs its bytes; it keeps the current version unless you give another. A file states
its version in its first line: # version: N. To roll back, set PATH to the hash of a ruleset loaded before, sha256:…`,
  async run([path = ''], options, terminal) {
    const keyFile = textOption(options, 'key');
    if (keyFile === null) throw usageError('sign needs --key FILE');
    const pem = await readFile(keyFile, 'utf8').catch(() => null);
    const seed = pem === null ? null : readPrivateKey(pem);
    if (seed === null) throw new CommandError(`${keyFile} is not an Ed25519 private key in PEM`);
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
    if (version !== null) throw usageError('a file states its version in its first line: # version: N');
    if (sources.length > 1)
      throw new CommandError(
        `${path} refers to other files: sign the folder, so that the signature covers them`,
      );
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
