import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { DATABASE } from '../../../../store/open-store.ts';
import { keepFolder } from '../../../kept-folder.ts';

/** A database of its own for a test: settings for the service, and what removes it. */
export interface TestDatabase {
  readonly settings: Readonly<Record<string, string>>;
  readonly drop: () => Promise<void>;
}

/** Address of PostgreSQL for tests; each test makes its own database there. */
const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/test';

export const DATABASES = [
  ['the embedded database', createEmbedded],
  ['PostgreSQL', createPostgres],
] as const;

export async function createEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-data-'));
  return {
    settings: { SERVICE_DATA_DIR: folder },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The files of an empty embedded database. Creating them takes seconds, copying them does not. */
const EMPTY = fileURLToPath(
  new URL('../../../../node_modules/.cache/ferrule-tests/empty-database', import.meta.url),
);

/** Puts an embedded database into a data folder, as a first start leaves it. */
export async function copyEmptyDatabase(dataDir: string): Promise<void> {
  await keepFolder(EMPTY, async (folder) => (await PGlite.create(join(folder, DATABASE))).close());
  await cp(EMPTY, dataDir, { recursive: true });
}

/** An embedded database that exists already, as after a first start. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const database = await createEmbedded();
  await copyEmptyDatabase(database.settings['SERVICE_DATA_DIR'] ?? '');
  return database;
}

export async function createPostgres(): Promise<TestDatabase> {
  const name = `ferrule_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.href },
    drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Runs a statement beside the databases of tests. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
