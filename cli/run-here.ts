import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Configuration } from '../server/settings/configuration.ts';
import { check } from '../server/requests/contract-check.ts';
import { EvidenceKeys } from '../evidence/keys.ts';
import { startAudit } from '../evidence/start-audit.ts';
import { spawnThreads, startEvaluation } from '../server/evaluation/main/start-evaluation.ts';
import { openSessions } from '../server/start-state.ts';
import { EnqueueRunRequest } from '../server/endpoints/enqueue-run/contract.ts';
import { FolderInUse } from '../store/folder-lock.ts';
import { LazyStore } from '../store/lazy-store.ts';
import { ServiceError } from '../library/errors.ts';
import type { EndedRun } from './run-remotely.ts';
import { writeRecord } from '../server/runs/run-record.ts';
import { createRunRecorder } from '../server/runs/run-recorder.ts';
import type { RunRequest } from '../server/runs/run-request.ts';
import { createRuns } from '../server/runs/start-runs.ts';
import { SERVICE_CALLER } from '../server/tokens/caller.ts';

const POLL_MS = 100;

/** Enqueues a run on the database itself and, on request, runs it here. Throws ServiceError. */
export async function inProcess(
  configuration: Configuration,
  request: RunRequest,
  isWaiting: boolean,
  log: Logger,
): Promise<EndedRun> {
  const { graphId, params, idempotencyKey } = request;
  check(EnqueueRunRequest, { graph_id: graphId, params, idempotency_key: idempotencyKey });
  const store = new LazyStore(configuration.store, log);
  const own: Configuration = {
    ...configuration,
    ruleset: null,
    sessions: 'memory',
    workers: isWaiting ? 2 : 1,
  };
  const audit = await startAudit(configuration.evidence, store, log);
  const sessions = await openSessions(own, store, null, log);
  const keys = new EvidenceKeys(own.evidence, log);
  const evaluation = await startEvaluation(own, spawnThreads(own, log), sessions, audit, keys, log);
  const runs = createRuns(
    // The command line has no other caller to serve.
    { ...configuration, requestTimeoutMs: Infinity },
    evaluation,
    store,
    createRunRecorder(audit, () => keys.settings),
    log,
  );
  try {
    const { runId, status, attempt } = await runs.accept(request, null);
    if (!isWaiting) return { text: JSON.stringify({ run_id: runId, status }), status };
    for (;;) {
      await runs.work(graphId);
      const row = await runs.read(SERVICE_CALLER, runId, attempt);
      if (row.finished_at !== null) return { text: writeRecord(row), status: row.status };
      // Another process is at it.
      await sleep(POLL_MS);
    }
  } catch (error) {
    // The terminal may show all details: the folder, and its holder.
    const { cause } = error as Error;
    if (cause instanceof FolderInUse) throw new ServiceError('store_unavailable', cause.message);
    throw error;
  } finally {
    await evaluation.close();
    await runs.close();
    await audit?.close();
    await store.close();
  }
}
