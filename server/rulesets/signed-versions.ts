import { createHash } from 'node:crypto';
import { ServiceError } from '../../library/errors.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { KeptValues } from './kept-values.ts';

/** The highest number that a signed ruleset of a key has had. */
export interface SignedVersions {
  /** `null` if none had a number. */
  readonly highest: () => Promise<number | null>;
  /** False: a higher one has been there. */
  readonly raise: (version: number) => Promise<boolean>;
}

/**
 * Refuses what was signed before something that was loaded: with a number lower than one that was seen, or without any.
 * Throws ServiceError `stale_version`.
 */
export async function checkVersion(versions: SignedVersions, version: number | null): Promise<void> {
  const highest = await versions.highest();
  if (highest !== null && (version === null || version < highest)) throw stale(version, highest);
}

/** Notes the number of what is about to be loaded. Throws ServiceError `stale_version`. */
export async function noteVersion(versions: SignedVersions, version: number | null): Promise<void> {
  if (version !== null && !(await versions.raise(version))) await checkVersion(versions, version);
}

/** Numbers in the store of this process. */
export function keptVersions(values: KeptValues, publicKey: Uint8Array): SignedVersions {
  const name = `signed-version:${keyName(publicKey)}`;
  const highest = async (): Promise<number | null> => {
    const text = await values.value(name);
    return text === null ? null : Number(text);
  };
  return {
    highest,
    async raise(version) {
      const before = await highest();
      if (before !== null && before > version) return false;
      if (before !== version) await values.setValue(name, String(version));
      return true;
    },
  };
}

/** Numbers that all servers of a database share. */
export function sharedVersions(store: LazyStore, publicKey: Uint8Array): SignedVersions {
  const key = keyName(publicKey);
  return {
    async highest() {
      const [row] = await (
        await store.open()
      ).query<{ version: number }>(
        'SELECT version::float8 AS version FROM ferrule.signed_version WHERE public_key = $1',
        [key],
      );
      return row?.version ?? null;
    },
    async raise(version) {
      const rows = await (
        await store.open()
      ).query(
        `INSERT INTO ferrule.signed_version (public_key, version) VALUES ($1, $2::float8)
         ON CONFLICT (public_key) DO UPDATE SET version = EXCLUDED.version
         WHERE signed_version.version <= EXCLUDED.version RETURNING version`,
        [key, version],
      );
      return rows.length > 0;
    },
  };
}

function keyName(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

function stale(version: number | null, highest: number): ServiceError {
  const what = version === null ? 'it has no line `# version: N`' : `it is version ${version}`;
  return new ServiceError(
    'stale_version',
    `a ruleset signed as version ${highest} has been loaded, and ${what}`,
  );
}
