/** Limits of one token's waiting runs. */
import { overLimit } from '../../library/errors.ts';
import { writeJson } from '../../library/json.ts';
import type { Sql } from '../../store/store.ts';
import { ownerOf, type RunRequest } from './run-request.ts';

/** Runs of one token that have not ended. */
export interface RunLimits {
  readonly runs: number;
  /** Bytes of their params. */
  readonly bytes: number;
}

/** Throws ServiceError `overloaded` for one run more than its token may have waiting. */
export async function checkLimits(sql: Sql, request: RunRequest, { runs, bytes }: RunLimits): Promise<void> {
  const owner = ownerOf(request);
  // One at a time per owner: none may miss what another is about to add.
  await sql.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`ferrule.run ${owner}`]);
  const [row] = await sql.query<{ runs: number; bytes: number }>(
    `SELECT count(*)::int AS runs, COALESCE(sum(octet_length(params)), 0)::float8 AS bytes
     FROM ferrule.run WHERE owner = $1 AND status IN ('pending', 'running')`,
    [owner],
  );
  if ((row?.runs ?? 0) + 1 > runs)
    throw overLimit('token', runs, 'runs that have not ended', 'SERVICE_MAX_TOKEN_RUNS');
  if ((row?.bytes ?? 0) + Buffer.byteLength(writeJson(request.params)) > bytes)
    throw overLimit(
      'token',
      bytes,
      'bytes of params of runs that have not ended',
      'SERVICE_MAX_TOKEN_RUN_BYTES',
    );
}
