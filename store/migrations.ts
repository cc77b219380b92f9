import { COUNT_FUNCTION } from './budgets/sql/count-function.ts';
import { BUDGET_COLUMNS, BUDGET_TABLES } from './budgets/sql/tables.ts';
import type { Store } from './store.ts';

/**
 * THE migrations, each applied once and in order, never changed after a release: what changes is a new one. Tables hold
 * JSON as text, which keeps every digit. A text is split into its statements; a list has one in each.
 */
const MIGRATIONS: readonly (string | readonly string[])[] = [
  `
  CREATE TABLE ferrule.graph (
    graph_id text PRIMARY KEY,
    attempts int NOT NULL
  );
  CREATE TABLE ferrule.run (
    graph_id text NOT NULL REFERENCES ferrule.graph,
    attempt int NOT NULL,
    sequence bigserial UNIQUE,
    status text NOT NULL CHECK (status IN ('pending', 'running', 'succeeded', 'failed')),
    params text NOT NULL,
    params_digest text NOT NULL,
    plan text NOT NULL,
    idempotency_key text UNIQUE,
    result text,
    error text,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at timestamptz,
    finished_at timestamptz,
    claim text,
    claims int NOT NULL DEFAULT 0,
    lease_until timestamptz,
    PRIMARY KEY (graph_id, attempt)
  );
  CREATE INDEX run_open ON ferrule.run (graph_id, attempt) WHERE status IN ('pending', 'running');
  CREATE INDEX run_claimed ON ferrule.run (claim) WHERE claim IS NOT NULL;
  CREATE TABLE ferrule.run_node (
    graph_id text NOT NULL,
    attempt int NOT NULL,
    node_id text NOT NULL,
    outcome text NOT NULL,
    PRIMARY KEY (graph_id, attempt, node_id),
    FOREIGN KEY (graph_id, attempt) REFERENCES ferrule.run ON DELETE CASCADE
  );
  `,
  `
  CREATE TABLE ferrule.fleet (
    fleet text PRIMARY KEY,
    sequence bigint NOT NULL,
    -- Changes up to this one are no longer in the log.
    pruned bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE ferrule.fleet_fact (
    fleet text NOT NULL REFERENCES ferrule.fleet,
    sequence bigint NOT NULL,
    template text NOT NULL,
    data text NOT NULL,
    digest text NOT NULL,
    asserted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (fleet, sequence),
    UNIQUE (fleet, template, digest)
  );
  CREATE TABLE ferrule.fleet_change (
    fleet text NOT NULL REFERENCES ferrule.fleet,
    sequence bigint NOT NULL,
    change text NOT NULL,
    PRIMARY KEY (fleet, sequence)
  );
  `,
  `
  CREATE TABLE ferrule.replica_group (
    replica_group text PRIMARY KEY,
    version int NOT NULL
  );
  CREATE TABLE ferrule.ruleset_version (
    replica_group text NOT NULL REFERENCES ferrule.replica_group,
    version int NOT NULL,
    hash text NOT NULL,
    mounted_hash text NOT NULL,
    layers text NOT NULL,
    layer_hash text NOT NULL,
    name text NOT NULL,
    sources text NOT NULL,
    signature text,
    signed text,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (replica_group, version)
  );
  CREATE INDEX ruleset_version_layer ON ferrule.ruleset_version (replica_group, layer_hash);
  `,
  `
  CREATE TABLE ferrule.decision_log (
    log_id text NOT NULL,
    seq bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (log_id, seq)
  );
  CREATE TABLE ferrule.decision_checkpoint (
    log_id text NOT NULL,
    size bigint NOT NULL,
    note text NOT NULL,
    PRIMARY KEY (log_id, size)
  );
  `,
  `
  CREATE TABLE ferrule.session (
    owner text NOT NULL,
    id text NOT NULL,
    handle text NOT NULL UNIQUE,
    ruleset text NOT NULL,
    -- Number of the last entry; those up to base are no longer kept.
    sequence bigint NOT NULL DEFAULT 0,
    base bigint NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    facts int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at timestamptz,
    PRIMARY KEY (owner, id)
  );
  CREATE INDEX session_used ON ferrule.session (used_at) WHERE ended_at IS NULL;
  CREATE INDEX session_ended ON ferrule.session (ended_at) WHERE ended_at IS NOT NULL;
  CREATE TABLE ferrule.session_entry (
    handle text NOT NULL,
    sequence bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (handle, sequence)
  );
  CREATE TABLE ferrule.signed_version (
    public_key text PRIMARY KEY,
    version bigint NOT NULL
  );
  `,
  `
  CREATE TABLE ferrule.approval (
    id text PRIMARY KEY,
    -- Name of the token that asks.
    requester text NOT NULL,
    agent text NOT NULL,
    session text,
    server text,
    tool text NOT NULL,
    args_digest text NOT NULL,
    args text NOT NULL,
    ruleset text NOT NULL,
    ruleset_hash text NOT NULL,
    call_id text NOT NULL,
    reason text NOT NULL,
    state text NOT NULL DEFAULT 'pending',
    answered_by text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    answered_at timestamptz,
    used_by text,
    used_at timestamptz
  );
  CREATE INDEX approval_binding ON ferrule.approval (requester, args_digest);
  CREATE INDEX approval_expiry ON ferrule.approval (expires_at);
  `,
  `
  -- Where in a chain a record 'file' stands: the parts before it may go.
  CREATE TABLE ferrule.decision_log_part (
    log_id text NOT NULL,
    seq bigint NOT NULL,
    day date NOT NULL,
    PRIMARY KEY (log_id, seq)
  );
  INSERT INTO ferrule.decision_log_part (log_id, seq, day)
    SELECT log_id, seq, substring(line from '"time":"([0-9]{4}-[0-9]{2}-[0-9]{2})')::date
    FROM ferrule.decision_log
    WHERE seq = 0 AND line ~ '"time":"[0-9]{4}-[0-9]{2}-[0-9]{2}';
  `,
  `
  -- Null: written by a version without request digests, whose approvals open nothing.
  ALTER TABLE ferrule.approval ADD COLUMN request_digest text;
  ALTER TABLE ferrule.approval ADD COLUMN request text;
  ALTER TABLE ferrule.approval ADD COLUMN sensitive text;
  ALTER TABLE ferrule.approval ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
  CREATE INDEX approval_order ON ferrule.approval (created_at, id);
  `,
  `
  -- Name of the token that asked for the run. Of runs from before nobody knows.
  ALTER TABLE ferrule.run ADD COLUMN owner text NOT NULL DEFAULT 'api';
  ALTER TABLE ferrule.run DROP CONSTRAINT run_idempotency_key_key;
  CREATE UNIQUE INDEX run_key ON ferrule.run (owner, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX run_waiting ON ferrule.run (owner, sequence) WHERE status IN ('pending', 'running');
  CREATE INDEX run_started ON ferrule.run (owner, started_at);
  `,
  `
  -- What a fleet holds: its facts, and the bytes of their data.
  ALTER TABLE ferrule.fleet ADD COLUMN facts bigint NOT NULL DEFAULT 0;
  ALTER TABLE ferrule.fleet ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
  `,
  `
  -- A token reads its own runs: those of others must not have to be passed over.
  CREATE INDEX run_of_owner ON ferrule.run (owner, sequence);
  CREATE INDEX run_of_graph ON ferrule.run (owner, graph_id, attempt);
  `,
  [...BUDGET_TABLES, ...BUDGET_COLUMNS, COUNT_FUNCTION],
  `
  CREATE TABLE ferrule.replica (
    id text PRIMARY KEY,
    version text NOT NULL,
    ruleset text,
    hash text,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    sessions int,
    workers int NOT NULL,
    draining boolean NOT NULL
  );
  -- The log is read by time, newest first: times are texts of one length.
  CREATE INDEX decision_log_time ON ferrule.decision_log
    ((substring(line from '"time":"([0-9TZ:.-]{24})"') COLLATE "C"));
  `,
];

/** Any number, the same in every process. */
const LOCK = 7_302_611;

/** Brings the tables up to date. Processes that start together wait for each other. */
export async function migrate(store: Store): Promise<void> {
  if ((await appliedVersion(store)) === MIGRATIONS.length) return;
  // One script is one transaction of its own making; the lock ends with it.
  const begin = `BEGIN; SELECT pg_advisory_xact_lock(${LOCK});`;
  await store.script(`${begin}
    CREATE SCHEMA IF NOT EXISTS ferrule;
    CREATE TABLE IF NOT EXISTS ferrule.migration (version int PRIMARY KEY);
    COMMIT;`);
  await store.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const rows = await sql.query<{ version: number }>(
      'SELECT COALESCE(max(version), 0)::int AS version FROM ferrule.migration',
    );
    for (let version = rows[0]?.version ?? 0; version < MIGRATIONS.length; version++) {
      for (const statement of statementsOf(MIGRATIONS[version] ?? [])) await sql.query(statement);
      await sql.query('INSERT INTO ferrule.migration (version) VALUES ($1)', [version + 1]);
    }
  });
}

function statementsOf(migration: string | readonly string[]): readonly string[] {
  if (typeof migration !== 'string') return migration;
  return migration.split(/;\n/).filter((statement) => statement.trim() !== '');
}

async function appliedVersion(store: Store): Promise<number> {
  const [table] = await store.query<{ name: string | null }>(
    "SELECT to_regclass('ferrule.migration')::text AS name",
  );
  if ((table?.name ?? null) === null) return 0;
  const [row] = await store.query<{ version: number | null }>(
    'SELECT max(version)::int AS version FROM ferrule.migration',
  );
  return row?.version ?? 0;
}
