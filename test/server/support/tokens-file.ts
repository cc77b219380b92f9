/** Tokens files of tests. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../../server/tokens/roles.ts';

export interface TestToken {
  /** Name of its entry (default: its key); several tokens may share one. */
  readonly name?: string;
  readonly roles: readonly Role[];
  readonly rulesets?: readonly string[];
}

/** The token under this key. */
export function tokenOf(name: string): string {
  return `token-of-${name}-that-is-long`;
}

/** Writes a tokens file with these tokens by key, in a folder of its own. */
export async function writeTokensFile(
  tokens: Readonly<Record<string, TestToken>>,
): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-tokens-'));
  const path = join(folder, 'tokens.json');
  const entries = Object.entries(tokens).map(([key, token]) => ({
    name: key,
    sha256: createHash('sha256').update(tokenOf(key)).digest('hex'),
    ...token,
  }));
  await writeFile(path, JSON.stringify({ tokens: entries }));
  return { path, remove: () => rm(folder, { recursive: true }) };
}
