import type { Values } from './read-evidence.ts';
import { readTextFile } from '../../library/node/signing/read-text-file.ts';
import type { MaskSettings } from '../../evidence/mask/masking.ts';
import { readMaskKey, readSealKey } from '../../evidence/mask/mask-keys.ts';

type KeySetting = 'SERVICE_AUDIT_MASK_KEY_FILE' | 'SERVICE_AUDIT_SEAL_KEY_FILE';

/** Reads the keys of masking; what is wrong is added to `problems`, one line each. */
export function readMask(values: Values, problems: string[]): MaskSettings {
  const read = <T>(name: KeySetting, parse: (text: string) => T | null, expected: string): T | null => {
    const path = values[name];
    if (path === null) return null;
    const text = readTextFile(String(path));
    const key = text === null ? null : parse(text);
    if (text === null) problems.push(`${name}: cannot be read`);
    else if (key === null) problems.push(`${name}: must be ${expected}`);
    return key;
  };
  return {
    key: read('SERVICE_AUDIT_MASK_KEY_FILE', readMaskKey, 'base64 of at least 32 bytes'),
    sealFor: read('SERVICE_AUDIT_SEAL_KEY_FILE', readSealKey, 'an X25519 public key in PEM'),
  };
}
