/** Settings for the rulesets of a service, their constants and the key of their signatures. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageRoot } from '../../library/node/package-root.ts';
import { readPublicKey } from '../../library/node/signing/keys.ts';
import type { Configuration } from './configuration.ts';
import type { Values } from './settings.ts';

export function readRoot(value: string | number | null, problems: string[]): string | null {
  if (value === '') return null;
  const root = value === null ? join(packageRoot(), 'rulesets') : resolve(String(value));
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory()) return root;
  if (value === null) return null;
  problems.push('SERVICE_RULESET_ROOT: is not a folder');
  return null;
}

export function readMounted(
  name: 'SERVICE_RULESET' | 'SERVICE_SHADOW_RULESET',
  { [name]: value }: Values,
  problems: string[],
): string | null {
  if (value === null) return null;
  const path = resolve(String(value));
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    problems.push(`${name}: no such file or folder`);
  return path;
}

export function readPreload(
  { SERVICE_PRELOAD: value, SERVICE_RULESET: ruleset }: Values,
  root: string | null,
  problems: string[],
): Configuration['preload'] {
  if (value === null) return [];
  if (ruleset !== null)
    problems.push('SERVICE_PRELOAD: cannot be combined with SERVICE_RULESET, which is loaded');
  else if (root === null) problems.push('SERVICE_PRELOAD: needs SERVICE_RULESET_ROOT');
  if (value === '*') return 'all';
  return String(value)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function readConstantsFile(
  { SERVICE_CONSTANTS: file, SERVICE_RULESET: ruleset }: Values,
  problems: string[],
): string | null {
  if (file === null) return null;
  const path = resolve(String(file));
  if (ruleset === null)
    problems.push('SERVICE_CONSTANTS: needs SERVICE_RULESET, which declares the constants');
  else if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    problems.push('SERVICE_CONSTANTS: no such file');
  return path;
}

export function readKey(values: Values, problems: string[]): Uint8Array | null {
  const { SERVICE_RULESET_PUBKEY: key, SERVICE_RULESET_PUBKEY_FILE: file } = values;
  if (key !== null && file !== null) {
    problems.push('SERVICE_RULESET_PUBKEY: cannot be combined with SERVICE_RULESET_PUBKEY_FILE');
    return null;
  }
  if (key === null && file === null) return null;
  const name = key === null ? 'SERVICE_RULESET_PUBKEY_FILE' : 'SERVICE_RULESET_PUBKEY';
  const text = key ?? readText(String(file));
  const publicKey = text === null ? null : readPublicKey(String(text));
  if (text === null) problems.push(`${name}: cannot be read`);
  else if (publicKey === null)
    problems.push(`${name}: must be an Ed25519 public key, PEM or base64 of 32 bytes`);
  return publicKey;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
