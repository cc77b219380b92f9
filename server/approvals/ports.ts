/** Parts of the service for decisions that wait for a person. */
import type { RecordsDecisions } from '../../evidence/audit.ts';
import type { KnowsKeys } from '../../evidence/keys.ts';
import type { SensitivePaths } from '../../library/sensitive-paths.ts';
import type { KnowsMounted } from '../evaluation/main/ports.ts';
import type { StoredApprovals } from './stored-approvals.ts';

/** Keeps approvals. */
export interface KeepsApprovals {
  readonly approvals: StoredApprovals;
}

/** Knows where the documents of a recent ruleset may hold sensitive values, by its hash. */
export interface KnowsSensitivePaths extends KnowsMounted {
  readonly loads: { readonly sensitivePathsOf: (hash: string) => SensitivePaths | undefined };
}

/** Requests approvals, uses them and records both. */
export interface UsesApprovals extends KeepsApprovals, RecordsDecisions, KnowsKeys {}
