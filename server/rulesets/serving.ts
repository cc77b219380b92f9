import type { MountedEngine } from '../evaluation/main/mounted-engine.ts';
import type { Serves } from '../evaluation/main/ports.ts';
import type { Reloader } from './reloader.ts';
import type { FleetService } from '../fleet/fleet-service.ts';
import type { RulesetReplica } from './ruleset-replica.ts';

/** A mounted ruleset, with what the server shares of it with others. */
export interface MountedRulesetService {
  readonly engine: MountedEngine;
  readonly reloader: Reloader;
  /** Null unless several servers share what is mounted. */
  readonly replica: RulesetReplica | null;
  /** Null on a server of no fleet. */
  readonly fleet: FleetService | null;
}

/** Rulesets of a server: those under its root, named by each request, or the mounted one. */
export type Serving = Serves<MountedRulesetService>;
