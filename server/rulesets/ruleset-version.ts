/** The versions that reloads have made, in the database. */
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { LayerSource } from '../evaluation/protocol/compile-protocol.ts';
import { notify, type Sql, type Store } from '../../store/store.ts';

/** One version: which sources it is compiled from, and what it must compile to. */
export interface RulesetVersion {
  readonly version: number;
  /** Hash of the whole ruleset, `sha256:` and hex. */
  readonly hash: string;
  /** Hash of what the reloading server had mounted when it was started. */
  readonly mountedHash: string;
  /** Hashes of its layers of sources, newest first. */
  readonly layers: readonly string[];
}

/** A version to be published, with the layer that is new with it. */
interface NewVersion extends Omit<RulesetVersion, 'version'> {
  readonly layer: LayerSource;
}

interface LayerRow {
  readonly name: string;
  readonly sources: string;
  readonly signature: string | null;
  readonly signed: string | null;
}

export async function createGroup(sql: Sql, group: string): Promise<void> {
  await sql.query(
    'INSERT INTO ferrule.replica_group (replica_group, version) VALUES ($1, 0) ON CONFLICT DO NOTHING',
    [group],
  );
}

/** Number of the latest version; 0: there was no reload yet. */
export async function latestVersion(sql: Sql, group: string): Promise<number> {
  const [row] = await sql.query<{ version: number }>(
    'SELECT version FROM ferrule.replica_group WHERE replica_group = $1',
    [group],
  );
  return row?.version ?? 0;
}

export async function readVersion(sql: Sql, group: string, version: number): Promise<RulesetVersion | null> {
  const [row] = await sql.query<{ hash: string; mounted_hash: string; layers: string }>(
    `SELECT hash, mounted_hash, layers FROM ferrule.ruleset_version
     WHERE replica_group = $1 AND version = $2`,
    [group, version],
  );
  if (row === undefined) return null;
  const layers = JSON.parse(row.layers) as readonly string[];
  return { version, hash: row.hash, mountedHash: row.mounted_hash, layers };
}

/** Number of the latest version of this hash; null: there is none. */
export async function versionOf(sql: Sql, group: string, hash: string): Promise<number | null> {
  const [row] = await sql.query<{ version: number }>(
    `SELECT version FROM ferrule.ruleset_version WHERE replica_group = $1 AND hash = $2
     ORDER BY version DESC LIMIT 1`,
    [group, hash],
  );
  return row?.version ?? null;
}

/** The layer of this hash, as some version brought it; null when none did. */
export async function readLayer(sql: Sql, group: string, hash: string): Promise<LayerSource | null> {
  const [row] = await sql.query<LayerRow>(
    `SELECT name, sources, signature, signed FROM ferrule.ruleset_version
     WHERE replica_group = $1 AND layer_hash = $2 ORDER BY version DESC LIMIT 1`,
    [group, hash],
  );
  if (row === undefined) return null;
  const { name, sources, signature, signed } = row;
  return { name, sources: JSON.parse(sources) as readonly Source[], signature, signed };
}

/**
 * Adds a version after this one and notifies the others. `null` if another server was faster: the version must be made
 * again on top of that one.
 */
export function publishVersion(
  store: Store,
  group: string,
  after: number,
  { hash, mountedHash, layers, layer }: NewVersion,
): Promise<number | null> {
  return store.transaction(async (sql) => {
    const moved = await sql.query(
      `UPDATE ferrule.replica_group SET version = version + 1 WHERE replica_group = $1 AND version = $2
       RETURNING version`,
      [group, after],
    );
    if (moved.length === 0) return null;
    const version = after + 1;
    await sql.query(
      `INSERT INTO ferrule.ruleset_version
         (replica_group, version, hash, mounted_hash, layers, layer_hash, name, sources, signature, signed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        group,
        version,
        hash,
        mountedHash,
        JSON.stringify(layers),
        layers[0] ?? '',
        layer.name,
        JSON.stringify(layer.sources),
        layer.signature,
        layer.signed,
      ],
    );
    await notify(sql, 'ferrule_rulesets', group);
    return version;
  });
}
