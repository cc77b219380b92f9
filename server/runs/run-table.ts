/** The tables of runs. Every change of a run's state is one statement or one transaction of this file. */
import { ServiceError } from '../../library/errors.ts';
import type { GraphPlan } from '../../library/graphs/graph.ts';
import type { GraphOutcome } from './graphs/run-graph.ts';
import type { NodeOutcome } from './graphs/outcome.ts';
import { parseJson, writeJson } from '../../library/json.ts';
import type { Sql, Store } from '../../store/store.ts';
import { findNext, FREE, type Candidate } from './run-turns.ts';
import { checkLimits, type RunLimits } from './run-limits.ts';
import type { RunRow } from './run-record.ts';
import { seenCondition, seenValues, type RunReader } from './seen-runs.ts';
import {
  digestParams,
  ownerOf,
  runIdOf,
  type AcceptedRun,
  type RunRequest,
  type RunStatus,
} from './run-request.ts';

/** The right to run one attempt, until another process takes it because its lease has expired. */
export interface Claim {
  readonly id: string;
  /** Name of the requesting token. */
  readonly owner: string;
  readonly graphId: string;
  readonly attempt: number;
  /** Number of times that the run was claimed, including this time. */
  readonly claims: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly plan: GraphPlan;
}

export interface RunFilter {
  readonly reader: RunReader;
  readonly graphId: string | null;
  readonly status: RunStatus | null;
  readonly limit: number;
  /** Only runs older than the one of this sequence number. */
  readonly before: number | null;
}

/** A page of runs. */
export interface RunPage {
  readonly rows: readonly RunRow[];
  /** More runs of the filter follow. */
  readonly hasMore: boolean;
}

/** Bytes of params and results after which a page ends: the HTTP thread writes it as one text. */
const PAGE_BYTES = 1_048_576;
const COLUMNS = `graph_id, attempt, sequence::float8 AS sequence, status, params, idempotency_key, result, error,
  created_at, started_at, finished_at`;
/** A claim lasts this long beyond its last renewal. */
const LEASE_SECONDS = 6;
const LEASE = `clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/**
 * The run that this key of this token first made; null: none yet. Throws ServiceError `idempotency_conflict` when it made another
 * run than the requested one.
 */
export async function findByKey(sql: Sql, request: RunRequest): Promise<AcceptedRun | null> {
  if (request.idempotencyKey === null) return null;
  const [row] = await sql.query<RunRow & { params_digest: string }>(
    `SELECT ${COLUMNS}, params_digest FROM ferrule.run WHERE owner = $1 AND idempotency_key = $2`,
    [ownerOf(request), request.idempotencyKey],
  );
  if (row === undefined) return null;
  if (row.graph_id !== request.graphId || row.params_digest !== digestParams(request.params)) {
    throw new ServiceError(
      'idempotency_conflict',
      'the idempotency key was used for another graph or other params',
      'idempotency_key',
    );
  }
  return { runId: runIdOf(row.graph_id), status: row.status, attempt: row.attempt };
}

/** Adds the next attempt of a graph. `null` if the key was taken meanwhile: the transaction must be aborted. */
async function insertRun(sql: Sql, request: RunRequest, plan: GraphPlan): Promise<AcceptedRun | null> {
  const { graphId, params, idempotencyKey } = request;
  // The row of the graph is locked until the end: attempts are numbered in the order in which they are committed.
  const [graph] = await sql.query<{ attempts: number }>(
    `INSERT INTO ferrule.graph (graph_id, attempts) VALUES ($1, 1)
     ON CONFLICT (graph_id) DO UPDATE SET attempts = ferrule.graph.attempts + 1 RETURNING attempts`,
    [graphId],
  );
  const attempt = graph?.attempts ?? 1;
  const inserted = await sql.query(
    `INSERT INTO ferrule.run (graph_id, attempt, status, params, params_digest, plan, idempotency_key, owner)
     VALUES ($1, $2, 'pending', $3, $4, $5, $6, $7)
     ON CONFLICT (owner, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING RETURNING attempt`,
    [
      graphId,
      attempt,
      writeJson(params),
      digestParams(params),
      writeJson(plan),
      idempotencyKey,
      ownerOf(request),
    ],
  );
  return inserted.length === 0 ? null : { runId: runIdOf(graphId), status: 'pending', attempt };
}

/** Others may claim what was found this many times. */
const MOST_TRIES = 5;

/**
 * Claims the next attempt, of one graph or of any (`null`). `null` if there is none, or it is being worked on: attempts
 * of one graph run one after the other.
 */
export async function claimRun(store: Store, graphId: string | null, id: string): Promise<Claim | null> {
  for (let i = 0; i < MOST_TRIES; i++) {
    const next = await findNext(store, graphId);
    if (next === null) return null;
    const claim = await store.transaction((sql) => claimAttempt(sql, next, id));
    if (claim !== null) return claim;
  }
  return null;
}

/** `null` if another process now has it, or another attempt of its graph. */
async function claimAttempt(sql: Sql, next: Candidate, id: string): Promise<Claim | null> {
  await sql.query('SELECT attempts FROM ferrule.graph WHERE graph_id = $1 FOR UPDATE', [next.graph_id]);
  const [row] = await sql.query<{ owner: string; claims: number; params: string; plan: string }>(
    `UPDATE ferrule.run SET status = 'running', claim = $3, claims = claims + 1,
       started_at = COALESCE(started_at, clock_timestamp()), lease_until = ${LEASE}
     WHERE graph_id = $1 AND attempt = $2 AND ${FREE}
       AND NOT EXISTS (SELECT 1 FROM ferrule.run AS other WHERE other.graph_id = $1 AND other.status = 'running'
                         AND other.attempt <> $2 AND other.lease_until >= clock_timestamp())
     RETURNING owner, claims, params, plan`,
    [next.graph_id, next.attempt, id],
  );
  if (row === undefined) return null;
  const { owner, claims } = row;
  return {
    id,
    owner,
    graphId: next.graph_id,
    attempt: next.attempt,
    claims,
    params: parseJson(row.params) as Claim['params'],
    plan: parseJson(row.plan) as GraphPlan,
  };
}

export async function renewClaims(sql: Sql, claims: readonly string[]): Promise<void> {
  await sql.query(`UPDATE ferrule.run SET lease_until = ${LEASE} WHERE claim = ANY($1::text[])`, [claims]);
}

/** Releases a claimed run, to be continued from its current state. */
export async function releaseClaim(sql: Sql, { id }: Claim): Promise<void> {
  await sql.query(
    `UPDATE ferrule.run SET status = 'pending', claim = NULL, claims = claims - 1, lease_until = NULL WHERE claim = $1`,
    [id],
  );
}

/** Outcomes of a run's nodes so far. */
export async function readNodes(sql: Sql, { graphId, attempt }: Claim): Promise<Map<string, NodeOutcome>> {
  const rows = await sql.query<{ node_id: string; outcome: string }>(
    'SELECT node_id, outcome FROM ferrule.run_node WHERE graph_id = $1 AND attempt = $2',
    [graphId, attempt],
  );
  return new Map(rows.map(({ node_id: node, outcome }) => [node, parseJson(outcome) as NodeOutcome]));
}

/**
 * Records the outcome of a node once: the first recorded one counts, and is returned. `null` if the claim is lost and
 * nothing was noted.
 */
export async function recordNode(
  sql: Sql,
  { id, graphId, attempt }: Claim,
  node: string,
  outcome: NodeOutcome,
): Promise<NodeOutcome | null> {
  const key = [graphId, attempt, node];
  const inserted = await sql.query(
    `INSERT INTO ferrule.run_node (graph_id, attempt, node_id, outcome)
     SELECT graph_id, attempt, $3, $4 FROM ferrule.run WHERE graph_id = $1 AND attempt = $2 AND claim = $5
     ON CONFLICT DO NOTHING RETURNING node_id`,
    [...key, writeJson(outcome), id],
  );
  if (inserted.length > 0) return outcome;
  const [row] = await sql.query<{ outcome: string }>(
    'SELECT outcome FROM ferrule.run_node WHERE graph_id = $1 AND attempt = $2 AND node_id = $3',
    key,
  );
  return row === undefined ? null : (parseJson(row.outcome) as NodeOutcome);
}

/** Ends a run. Has no effect after a lost claim. */
export async function finishRun(sql: Sql, { id }: Claim, { result, error }: FinishedRun): Promise<void> {
  await sql.query(
    `UPDATE ferrule.run SET status = $2, result = $3, error = $4, finished_at = clock_timestamp(), claim = NULL,
       lease_until = NULL WHERE claim = $1`,
    [
      id,
      error === null ? 'succeeded' : 'failed',
      result === null ? null : writeJson(result),
      error === null ? null : writeJson(error),
    ],
  );
}

export type FinishedRun = Pick<GraphOutcome, 'error'> & { readonly result: GraphOutcome['result'] | null };

/**
 * Graphs with abandoned work: a claim that was not renewed, or a run that waits for longer than a queue
 * should need (its message may have been lost with the process that had taken it).
 */
export async function findOrphans(sql: Sql, waitingSeconds: number): Promise<readonly string[]> {
  const rows = await sql.query<{ graph_id: string }>(
    `SELECT DISTINCT graph_id FROM ferrule.run AS open
     WHERE (status = 'running' AND lease_until < clock_timestamp())
        OR (status = 'pending' AND created_at < clock_timestamp() - $1::int * interval '1 second'
            AND NOT EXISTS (SELECT 1 FROM ferrule.run AS other
                            WHERE other.graph_id = open.graph_id AND other.status = 'running'))
     LIMIT 1000`,
    [waitingSeconds],
  );
  return rows.map(({ graph_id: graphId }) => graphId);
}

/** On an exclusively opened store, every existing claim belongs to a dead process. */
export async function expireAllClaims(sql: Sql): Promise<void> {
  await sql.query(`UPDATE ferrule.run SET lease_until = to_timestamp(0) WHERE status = 'running'`);
}

/** One attempt of a graph, the latest of those that the reader sees when `attempt` is null; null when there is none. */
export async function readRun(
  sql: Sql,
  reader: RunReader,
  graphId: string,
  attempt: number | null,
): Promise<RunRow | null> {
  const [row] = await sql.query<RunRow>(
    `SELECT ${COLUMNS} FROM ferrule.run WHERE graph_id = $1 AND ($2::int IS NULL OR attempt = $2)
       AND ${seenCondition(3)} ORDER BY attempt DESC LIMIT 1`,
    [graphId, attempt, ...seenValues(reader)],
  );
  return row ?? null;
}

/**
 * Runs by a filter, newest first: no more than the limit, and none after those before it have filled a page. The first
 * row is one however large it is.
 */
export async function listRuns(
  sql: Sql,
  { reader, graphId, status, limit, before }: RunFilter,
): Promise<RunPage> {
  const found = await sql.query<RunRow & { readonly found: number }>(
    `WITH filtered AS (
       SELECT *, sequence AS place FROM ferrule.run
       WHERE ($1::text IS NULL OR graph_id = $1) AND ($2::text IS NULL OR status = $2)
         AND ($3::float8 IS NULL OR sequence < $3) AND ${seenCondition(6)} ORDER BY sequence DESC LIMIT $4::int
     ), sized AS (
       SELECT *, octet_length(params) + COALESCE(octet_length(result), 0) + COALESCE(octet_length(error), 0) AS bytes
       FROM filtered
     ), numbered AS (
       SELECT *, sum(bytes) OVER (ORDER BY place DESC) - bytes AS ahead, row_number() OVER (ORDER BY place DESC) AS number,
         count(*) OVER () AS found
       FROM sized
     )
     SELECT ${COLUMNS}, found::float8 AS found FROM numbered
     WHERE ahead < $5::float8 AND number < $4::int ORDER BY place DESC`,
    // One more than requested shows if there is a next page.
    [graphId, status, before, limit + 1, PAGE_BYTES, ...seenValues(reader)],
  );
  return { rows: found, hasMore: (found[0]?.found ?? 0) > found.length };
}

/** Adds a run and, in the same transaction, what `alongside` does. */
export function acceptInTransaction(
  store: Store,
  request: RunRequest,
  plan: GraphPlan,
  limits: RunLimits,
  alongside: (sql: Sql) => Promise<void>,
): Promise<AcceptedRun> {
  return store
    .transaction(async (sql) => {
      await checkLimits(sql, request, limits);
      const accepted = await insertRun(sql, request, plan);
      if (accepted === null) throw new KeyTaken();
      await alongside(sql);
      return accepted;
    })
    .catch(async (error: unknown) => {
      const existing = error instanceof KeyTaken ? await findByKey(store, request) : null;
      if (existing === null) throw error;
      return existing;
    });
}

/** Another request used the idempotency key a moment before. */
class KeyTaken extends Error {}
