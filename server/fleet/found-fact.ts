import type { FleetFact } from '../../store/fleet/fleet-log.ts';

/** A fact with what is to be recorded of its change. */
export interface FoundFact extends FleetFact {
  /** `null` if nothing is recorded. */
  readonly record: string | null;
}
