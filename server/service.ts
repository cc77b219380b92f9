import { Server as NetServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import type { Configuration } from './configuration.ts';
import type { EvaluationPool } from './evaluation/pool.ts';
import { startEvaluation, type Evaluation } from './evaluation/start-evaluation.ts';
import { describeRoutes } from './openapi.ts';
import { ROUTES } from './routes/table.ts';
import { createRuns } from './runs/start-runs.ts';
import { startSharing, type Sharing } from './start-sharing.ts';
import { LazyStore } from './store/lazy-store.ts';
import { holdsRuns } from './store/open-store.ts';

/** A service that listens. */
export interface Service {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly pool: EvaluationPool;
  /** Stops taking connections, lets what is under way finish within the time set, and ends. */
  readonly close: () => Promise<void>;
}

/**
 * When the service is to close, connections that were made but not taken in yet are still taken in for so long; then
 * those that are idle may for as long again bring a request that was on its way.
 */
const LINGER_MS = 100;
const LAST_ANSWERS_MS = 500;
const POLL_MS = 10;

/**
 * Starts the workers and listens. Throws ServiceError for a ruleset to be mounted that does not compile, and the
 * system's error for an address that can not be listened on.
 *
 * @param apiToken the configured token, or the random one made for this run
 */
export async function startService(
  configuration: Configuration,
  apiToken: string,
  log: Logger,
): Promise<Service> {
  const evaluation = await startEvaluation(configuration, log);
  const store = new LazyStore(configuration.store, log);
  try {
    const sharing = await startSharing(configuration, evaluation, store, log);
    return await listen(configuration, apiToken, evaluation, sharing, store, log);
  } catch (error) {
    await Promise.all([evaluation.close(), store.close()]);
    throw error;
  }
}

async function listen(
  configuration: Configuration,
  apiToken: string,
  evaluation: Evaluation,
  sharing: Sharing,
  store: LazyStore,
  log: Logger,
): Promise<Service> {
  const { compiler, pool, mounted } = evaluation;
  const { reloader, replica, fleet } = sharing;
  const runs = createRuns(configuration, evaluation, store, log);
  let closing = false;
  const app = buildApp({
    services: {
      configuration,
      pool,
      compiler,
      mounted,
      reloader,
      replica,
      fleet,
      runs,
      openApi: JSON.stringify(describeRoutes(ROUTES)),
    },
    routes: ROUTES,
    tokens: { api: apiToken, admin: configuration.adminToken },
    log,
    isClosing: () => closing,
  });
  let requests = 0;
  app.server.on('request', (_request, response) => {
    requests++;
    response.on('close', () => requests--);
  });
  await app.listen({ host: configuration.host, port: configuration.port });
  const { address, port, family } = app.server.address() as AddressInfo;

  if (holdsRuns(configuration.store)) {
    // Runs may be pending from before.
    void runs.startInTheEnd();
  }

  async function quiet(until: number): Promise<void> {
    while (requests > 0 && performance.now() < until) await sleep(POLL_MS);
  }

  async function close(): Promise<void> {
    closing = true;
    const until = performance.now() + configuration.shutdownMs;
    await sleep(Math.min(LINGER_MS, configuration.shutdownMs));
    // Only the listening ends here: http's own close would cut idle connections, and requests on their way on them.
    NetServer.prototype.close.call(app.server);
    await sleep(Math.min(LINGER_MS, configuration.shutdownMs));
    await quiet(until);
    sharing.close();
    await runs.stop(Math.max(0, until - performance.now()));
    await evaluation.close();
    await runs.close();
    await store.close();
    // Those that were refused just now get their answer out.
    await quiet(performance.now() + LAST_ANSWERS_MS);
    app.server.closeAllConnections();
    await app.close();
  }

  let closed: Promise<void> | null = null;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    pool,
    close: () => (closed ??= close()),
  };
}
