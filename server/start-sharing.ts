import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import type { Evaluation } from './evaluation/start-evaluation.ts';
import { Reloader } from './evaluation/reloader.ts';
import { FleetService } from './fleet/fleet-service.ts';
import { RulesetReplica, type ReplicaHost } from './replicas/ruleset-replica.ts';
import type { LazyStore } from './store/lazy-store.ts';

/** What servers on one database have in common: the mounted ruleset, and the facts of a fleet. */
export interface Sharing {
  /** Null on a stock server. */
  readonly reloader: Reloader | null;
  readonly replica: RulesetReplica | null;
  readonly fleet: FleetService | null;
  readonly close: () => void;
}

/**
 * Joins the others. A database that does not answer does not keep a server from starting on its own ruleset, but a
 * member of a fleet can not begin without the facts: throws ServiceError `fleet_unavailable` or `store_unavailable`.
 */
export async function startSharing(
  { store: place, fleet: fleetName }: Configuration,
  { mounted, compiler, pool }: Evaluation,
  store: LazyStore,
  log: Logger,
): Promise<Sharing> {
  if (mounted === null) return { reloader: null, replica: null, fleet: null, close: () => undefined };
  const reloader = new Reloader({ mounted, compiler, pool });
  let replica: RulesetReplica | null = null;
  if (place.databaseUrl !== null) {
    const host: ReplicaHost = {
      compile: (layers) => compiler.ask<'replica'>({ kind: 'replica', layers }),
      mount: (details, agree) => reloader.mount(details, agree),
    };
    replica = new RulesetReplica(store, host, mounted.current.details, log);
    reloader.replicate(replica);
    await replica.start();
  }
  let fleet: FleetService | null = null;
  if (fleetName !== null) {
    const member = await FleetService.join(await store.open(), fleetName, pool);
    reloader.guard((work) => member.exclusively(work));
    fleet = member;
  }
  return {
    reloader,
    replica,
    fleet,
    close() {
      replica?.close();
      fleet?.leave();
    },
  };
}
