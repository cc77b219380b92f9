import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Audit } from '../evidence/audit.ts';
import { openLedger } from './budgets/open-ledger.ts';
import { openApprovals } from './approvals/open-approvals.ts';
import { approvalSettings, StoredApprovals } from './approvals/stored-approvals.ts';
import { startAudit } from '../evidence/start-audit.ts';
import { EvidenceKeys } from '../evidence/keys.ts';
import { createQuotas } from './quotas/quotas.ts';
import { limitsOf } from './quotas/resources.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import { createJwtVerifier } from './tokens/jwt.ts';
import { TokenSource } from './tokens/token-source.ts';
import { remount } from './rulesets/remount.ts';
import { loadTracing } from './tracing/tracing.ts';
import { rereadKeys } from './reread-keys.ts';
import type { Services } from './services.ts';
import { listenForWatchers } from './http/watchers.ts';
import { buildApp } from './http/app.ts';
import type { Front } from './http/front.ts';
import { tokenOf } from './http/request-gate.ts';
import { LISTENING } from './http/listen.ts';
import { startTrial } from './http/try-routes.ts';
import type { Configuration } from './settings/configuration.ts';
import type { EvaluationPool } from './evaluation/main/pool.ts';
import { createPause } from './evaluation/main/pause.ts';
import { spawnThreads, startEvaluation, type Evaluation } from './evaluation/main/start-evaluation.ts';
import { describeWhenAsked } from './http/openapi.ts';
import { ENVOY_ROUTES } from './endpoints/envoy/route.ts';
import { STUDIO_ROUTES } from './endpoints/studio/route.ts';
import { bindRoute } from './endpoints/route.ts';
import { ROUTES } from './endpoints/table.ts';
import { createRunRecorder } from './runs/run-recorder.ts';
import { createRuns } from './runs/start-runs.ts';
import { openDecisionLog } from './decision-log/decision-log.ts';
import { startReplicas } from './replicas/replicas.ts';
import { startSharing, type Sharing } from './start-sharing.ts';
import { checkFolder, openMountedState, openSessions, openState } from './start-state.ts';
import type { StateStore } from '../store/state-store.ts';
import { seldom } from './readiness.ts';
import { LazyStore } from '../store/lazy-store.ts';
import { listenForGrpc } from './grpc/listen.ts';
import { holdsRuns } from '../store/open-store.ts';

/** A service that takes requests. */
export interface Service {
  /** Address at which it accepts requests, such as `http://127.0.0.1:8080`, or a path in an application. */
  readonly url: string;
  readonly pool: EvaluationPool;
  /** Address of metrics without a token, or null. */
  readonly metricsUrl: string | null;
  /** Address of gRPC, such as `127.0.0.1:50051`, or null. */
  readonly grpcAddress: string | null;
  /** Reads tokens, certificates and the mounted ruleset again. What cannot be taken changes nothing. */
  readonly reread: () => Promise<void>;
  /** Stops taking connections, lets what is under way finish within the time set, and ends. */
  readonly close: () => Promise<void>;
}

/** Requests that the service sends itself before it takes those of others, and after. */
const FIRST_TRIALS = 15;
const MORE_TRIALS = 35;
/** Time limit for sending responses to requests that were refused while the service closed. */
const LAST_ANSWERS_MS = 500;
const POLL_MS = 10;

/**
 * Starts the workers and takes requests. Throws ServiceError for a ruleset to be mounted that does not compile, and the
 * system's error for an address that cannot be listened on.
 *
 * @param apiToken the configured token, or the random one made for this run
 * @param front where requests come from; a socket of its own when left out
 */
export async function startService(
  configuration: Configuration,
  apiToken: string,
  log: Logger,
  front: Front = LISTENING,
): Promise<Service> {
  checkFolder(configuration);
  const threads = spawnThreads(configuration, log);
  let state = await openState(configuration, log).catch(async (error: unknown) => {
    await threads.close();
    throw error;
  });
  const store = new LazyStore(configuration.store, log);
  let audit: Audit | null = null;
  // Records may go to the store.
  const closeStores = async (): Promise<void> => {
    await audit?.close();
    await Promise.all([store.close(), state?.close()]);
  };
  try {
    audit = await startAudit(configuration.evidence, store, log);
    const sessions = await openSessions(configuration, store, state, log);
    const keys = new EvidenceKeys(configuration.evidence, log);
    const evaluation = await startEvaluation(configuration, threads, sessions, audit, keys, log);
    try {
      const sharing = await startSharing(configuration, evaluation, store, state, log);
      state ??= await openMountedState(configuration, sharing.serving, log);
      return await serve(
        configuration,
        apiToken,
        evaluation,
        sharing,
        { lazy: store, audit, keys, state, close: closeStores },
        log,
        front,
      );
    } catch (error) {
      await evaluation.close();
      throw error;
    }
  } catch (error) {
    await Promise.all([threads.close(), closeStores()]);
    throw error;
  }
}

/** State that outlives requests. */
interface Stores {
  readonly lazy: LazyStore;
  /** `null` if nothing is recorded. */
  readonly audit: Audit | null;
  readonly keys: EvidenceKeys;
  /** `null` if the data folder is not used. */
  readonly state: StateStore | null;
  readonly close: () => Promise<void>;
}

async function serve(
  configuration: Configuration,
  apiToken: string,
  evaluation: Evaluation,
  sharing: Sharing,
  stores: Stores,
  log: Logger,
  front: Front,
): Promise<Service> {
  const { compiler, texts, pool } = evaluation;
  const recorder = createRunRecorder(stores.audit, () => stores.keys.settings);
  const runs = createRuns(configuration, evaluation, stores.lazy, recorder, log);
  const approvals = new StoredApprovals(
    openApprovals(configuration, stores.lazy, stores.state, log),
    approvalSettings(configuration),
  );
  let closing = false;
  const metrics = new ServiceMetrics();
  const { serving } = sharing;
  const ledger = await openLedger(configuration, stores, { serving, compiler, metrics }, log);
  const { shadow, loads } = evaluation;
  metrics.include(() => [loads.metrics()]);
  const quotas = createQuotas(limitsOf(configuration));
  metrics.include(quotas.metrics);
  if (shadow !== null) metrics.include(() => [shadow.metrics()]);
  const tokens = createTokens(configuration, apiToken, log);
  const replicas = startReplicas(stores.lazy, { serving, pool }, () => closing, log);
  const decisionLog = openDecisionLog(configuration, stores.lazy, log);
  const services: Services = {
    configuration,
    metrics,
    quotas,
    log,
    tracing: await loadTracing(),
    checks: [
      { name: 'running', problem: () => (closing ? 'shutting down' : null) },
      { name: 'tokens', problem: () => tokens.problem },
      { name: 'keys', problem: () => stores.keys.problem },
      { name: 'log', problem: seldom(() => stores.audit?.problem() ?? null) },
      { name: 'store', problem: () => stores.lazy.problem() },
      { name: 'state', problem: seldom(() => stores.state?.problem() ?? null) },
    ],
    pool,
    compiler,
    texts,
    serving,
    runs,
    replicas,
    approvals,
    ledger,
    callerOf: (authorization) => tokens.authenticate(authorization),
    audit: stores.audit,
    decisionLog,
    keys: stores.keys,
    loads,
    openApi: describeWhenAsked(ROUTES, front.prefix),
    prefix: front.prefix,
  };
  const pause = createPause();
  const trial = startTrial(
    front.authenticate ?? ((request, route) => tokens.authenticate(tokenOf(request, route))),
    pause,
  );
  const app = buildApp({
    services,
    routes: [...ROUTES, ...ENVOY_ROUTES, ...(configuration.studio ? STUDIO_ROUTES : [])].map((route) =>
      bindRoute<Services>(route, services),
    ),
    authenticate: trial.authenticate,
    log,
    isClosing: () => closing,
  });
  await trial.run(app, evaluation.tried, front.prefix, FIRST_TRIALS);
  const open = await front.open(app, configuration, log);
  const { watched, grpc } = await listenBeside(services, tokens, () => closing).catch(async (error) => {
    // A listener keeps the process alive.
    trial.end();
    await open.stop();
    await open.close();
    tokens.close();
    metrics.close();
    throw error;
  });

  // The first requests may come as soon as the port is open.
  pause.noteRequest();
  void pause
    .rest()
    // The first decision by a ruleset under the root waits for its compilation.
    .then(() => (configuration.root === null ? undefined : compiler.warmUp()))
    .then(evaluation.warmUp)
    .then(() => trial.run(app, evaluation.tried, front.prefix, MORE_TRIALS))
    .catch((error: unknown) => log.error({ problem: String(error) }, 'warm-up failed'))
    .finally(trial.end);

  if (holdsRuns(configuration.store)) {
    // Runs may be pending from before.
    void runs.startInTheEnd();
  }

  async function quiet(until: number): Promise<void> {
    while (open.pending() > 0 && performance.now() < until) await sleep(POLL_MS);
  }

  async function close(): Promise<void> {
    closing = true;
    replicas.drain();
    trial.end();
    approvals.stop();
    const until = performance.now() + configuration.shutdownMs;
    const drained = grpc?.drain();
    await open.stop();
    await quiet(until);
    await Promise.race([drained, sleep(Math.max(0, until - performance.now()), undefined, { ref: false })]);
    tokens.close();
    metrics.close();
    await watched?.close();
    sharing.close();
    await runs.stop(Math.max(0, until - performance.now()));
    await evaluation.close();
    await runs.close();
    await Promise.all([replicas.close(), decisionLog?.close()]);
    await approvals.close();
    await ledger?.close();
    await stores.close();
    // Lets the responses of just refused requests be sent.
    await quiet(performance.now() + LAST_ANSWERS_MS);
    grpc?.close();
    await open.close();
  }

  /** Tokens, certificates and the mounted ruleset, as their files are now. */
  async function reread(): Promise<void> {
    tokens.look(true);
    open.reread();
    grpc?.reread();
    await rereadKeys(stores.keys, pool, stores.audit, log);
    await shadow?.read().catch((error: unknown) => {
      log.error({ problem: String(error) }, 'cannot reread the shadow ruleset');
    });
    if (serving.kind === 'stock' || configuration.ruleset === null) return;
    await remount(serving, configuration.ruleset, stores.audit, loads, log);
  }

  let closed: Promise<void> | null = null;
  return {
    url: open.url,
    pool,
    metricsUrl: watched?.url ?? null,
    grpcAddress: grpc?.address ?? null,
    reread,
    close: () => (closed ??= close()),
  };
}

async function listenBeside(services: Services, tokens: TokenSource, isClosing: () => boolean) {
  const watched = await listenForWatchers(services);
  try {
    return { watched, grpc: await listenForGrpc(services, tokens, isClosing) };
  } catch (error) {
    await watched?.close();
    throw error;
  }
}

function createTokens({ adminToken, access }: Configuration, api: string, log: Logger): TokenSource {
  const { apiTokenFile: apiFile, adminTokenFile: adminFile, tokensFile } = access;
  const jwt = access.jwt === null ? null : createJwtVerifier(access.jwt, log);
  return new TokenSource({ api, admin: adminToken, apiFile, adminFile, tokensFile, jwt }, log);
}
