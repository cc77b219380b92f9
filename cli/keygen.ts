import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateMaskKey, generateSealKeys } from '../evidence/mask/mask-keys.ts';
import { generateKeys } from '../library/node/signing/keys.ts';
import { visible } from '../library/shown-text.ts';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';

/** Files of keys by the ends of their names; what others must not read ends in `.key`. */
type KeyTexts = Readonly<Record<string, string>>;

const pair = ({ privateKey, publicKey }: { privateKey: string; publicKey: string }): KeyTexts => ({
  key: privateKey,
  pub: publicKey,
});

/** Purposes of keys, and names of their files. Different names: no two must ever be the same key. */
const USES: ReadonlyMap<string, { readonly name: string; readonly make: () => KeyTexts }> = new Map([
  ['rulesets', { name: 'ferrule', make: () => pair(generateKeys()) }],
  ['attestation', { name: 'attestation', make: () => pair(generateKeys()) }],
  ['mask', { name: 'mask', make: () => ({ key: generateMaskKey() }) }],
  ['seal', { name: 'seal', make: () => pair(generateSealKeys()) }],
]);

export const keygenCommand: Command = {
  name: 'keygen',
  summary: 'generate keys for signed reloads, attestation or masking',
  arguments: [],
  options: {
    for: {
      type: 'string',
      value: 'USE',
      help: 'rulesets, attestation, mask or seal (default: rulesets)',
    },
    out: { type: 'string', value: 'DIR', help: 'folder for the files (default: current directory)' },
  },
  notes: `
For rulesets: ferrule.key (private, for ferrule sign) and ferrule.pub (public, for SERVICE_RULESET_PUBKEY_FILE). For
attestation: attestation.key (private, for SERVICE_ATTESTATION_KEY_FILE) and attestation.pub (public). PEM. For mask:
mask.key (secret, for SERVICE_AUDIT_MASK_KEY_FILE). For seal: seal.pub (public, for SERVICE_AUDIT_SEAL_KEY_FILE) and
seal.key (private, for ferrule replay --unseal; do not keep it on the server).
Existing files are never overwritten.`,
  async run(_args, options, terminal) {
    const use = USES.get(textOption(options, 'for') ?? 'rulesets');
    if (use === undefined)
      throw usageError(`invalid --for: expected ${[...USES.keys()].slice(0, -1).join(', ')} or seal`);
    const folder = textOption(options, 'out') ?? '.';
    const files = Object.entries(use.make()).map(
      ([end, text]) => [end, join(folder, `${use.name}.${end}`), text] as const,
    );
    try {
      await mkdir(folder, { recursive: true });
      for (const [end, path, text] of files) {
        await writeFile(path, text, { flag: 'wx', ...(end === 'key' ? { mode: 0o600 } : {}) });
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      throw new CommandError(`cannot write keys to ${folder} (${code})`);
    }
    terminal.out(files.map(([, path]) => `${visible(path)}\n`).join(''));
    return DONE;
  },
};
