import type { Logger } from 'pino';
import type { Configuration } from './settings/configuration.ts';
import type { Evaluation } from './evaluation/main/start-evaluation.ts';
import { Reloader } from './rulesets/reloader.ts';
import { FleetService } from './fleet/fleet-service.ts';
import { RulesetReplica, type ReplicaHost } from './rulesets/ruleset-replica.ts';
import type { LazyStore } from '../store/lazy-store.ts';
import type { Serving } from './rulesets/serving.ts';
import type { StateStore } from '../store/state-store.ts';
import { memoryValues } from './rulesets/kept-values.ts';
import { ReloadKeeper } from './rulesets/reload-keeper.ts';
import { resumeReload } from './rulesets/resume-reload.ts';
import { keptVersions, sharedVersions } from './rulesets/signed-versions.ts';

/** State shared by servers on one database: the mounted ruleset, and the facts of a fleet. */
export interface Sharing {
  readonly serving: Serving;
  readonly close: () => void;
}

/**
 * Joins the others. A database that does not answer does not keep a server from starting on its own ruleset, but a
 * member of a fleet cannot begin without the facts: throws ServiceError `fleet_unavailable` or `store_unavailable`.
 */
export async function startSharing(
  configuration: Configuration,
  evaluation: Evaluation,
  store: LazyStore,
  state: StateStore | null,
  log: Logger,
): Promise<Sharing> {
  const { store: place, fleet: fleetName, publicKey, reloadMonotonic, reloadPersist } = configuration;
  const { mounted, compiler, trials, pool } = evaluation;
  if (mounted === null) return { serving: { kind: 'stock' }, close: () => undefined };
  const values = state ?? memoryValues();
  const isShared = place.databaseUrl !== null;
  const versions =
    publicKey === null || !reloadMonotonic
      ? null
      : isShared
        ? sharedVersions(store, publicKey)
        : keptVersions(values, publicKey);
  const reloader = new Reloader({
    mounted,
    compiler,
    trials,
    mostTried: configuration.dryRunRecords,
    pool,
    versions,
  });
  await reloader.noteFiles(mounted.current.details).catch((error: unknown) => {
    // Signed reloads are refused as well while the database does not respond.
    log.error({ problem: String(error) }, 'cannot store the number of the mounted ruleset');
  });
  let replica: RulesetReplica | null = null;
  if (isShared) {
    const host: ReplicaHost = {
      compile: (layers) => compiler.ask<'replica'>({ kind: 'replica', layers }),
      mount: (details, agree) => reloader.mount(details, agree),
    };
    replica = new RulesetReplica(store, host, mounted.current.details, log);
    reloader.replicate(replica);
    await replica.start();
  } else {
    const keeper = new ReloadKeeper(reloadPersist ? values : memoryValues(), mounted.current.details);
    reloader.keepWith(keeper);
    await resumeReload(keeper, reloader, evaluation, log);
  }
  let fleet: FleetService | null = null;
  if (fleetName !== null) {
    const member = await FleetService.join(await store.open(), fleetName, pool, {
      facts: configuration.maxFleetFacts,
      bytes: configuration.maxFleetBytes,
    });
    reloader.guard((work) => member.exclusively(work));
    fleet = member;
  }
  return {
    serving: { kind: 'mounted', engine: mounted, reloader, replica, fleet },
    close() {
      replica?.close();
      fleet?.leave();
    },
  };
}
