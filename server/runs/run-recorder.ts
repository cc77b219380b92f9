import type { Audit } from '../../evidence/audit.ts';
import type { EvidenceSettings } from '../../evidence/settings.ts';
import { Masking } from '../../evidence/mask/masking.ts';
import type { GraphPlan } from '../../library/graphs/graph.ts';
import { runIdOf, type AcceptedRun, type RunRequest } from './run-request.ts';
import type { FinishedRun } from './run-table.ts';

/** Records runs in the decision log. All throw ServiceError `audit_unavailable` when that cannot be done. */
export interface RunRecorder {
  /** `plan`: null when the graph cannot be read now; then every parameter may be a secret. */
  readonly accepted: (
    origin: string | null,
    request: RunRequest,
    run: AcceptedRun,
    plan: GraphPlan | null,
  ) => Promise<void>;
  readonly ended: (
    run: { readonly graphId: string; readonly attempt: number; readonly plan: GraphPlan },
    outcome: FinishedRun,
  ) => Promise<void>;
}

/** Recorder of a service without a decision log. */
export const NO_RECORDER: RunRecorder = {
  accepted: () => Promise.resolve(),
  ended: () => Promise.resolve(),
};

/** @param settings as they are now: keys change */
export function createRunRecorder(audit: Audit | null, settings: () => EvidenceSettings): RunRecorder {
  if (audit === null) return NO_RECORDER;
  const masking = (): Masking => new Masking(settings().log?.mask ?? { key: null, sealFor: null });
  return {
    accepted(origin, { graphId, params }, { runId, attempt }, plan) {
      const fields = { run_id: runId, graph_id: graphId, attempt, params };
      const open = plan === null ? [] : plan.openParams;
      if (open === undefined) return audit.record('run', origin, fields);
      const mask = masking();
      const masked = Object.entries(params).map(
        ([name, value]) => [name, open.includes(name) ? value : mask.value(value)] as const,
      );
      const isMasked = masked.some(([name, value]) => params[name] !== value);
      const told = isMasked ? mask.told(fields, { ...fields, params: Object.fromEntries(masked) }) : fields;
      return audit.record('run', origin, told);
    },
    ended({ graphId, attempt, plan }, { result, error }) {
      const fields = {
        run_id: runIdOf(graphId),
        graph_id: graphId,
        attempt,
        status: error === null ? 'succeeded' : 'failed',
        ...(result === null ? {} : { decision: result.decision, reason: result.reason }),
        ...(error === null ? {} : { error: { code: error.error, detail: error.detail } }),
      };
      if (plan.openParams === undefined) return audit.record('run', null, fields);
      const mask = masking();
      const masked = {
        ...fields,
        ...(result === null ? {} : { reason: mask.value(result.reason) }),
        ...(error === null ? {} : { error: { code: error.error, detail: mask.value(error.detail) } }),
      };
      return audit.record('run', null, mask.told(fields, masked));
    },
  };
}

/** Caller of a node's evaluation, as members of its record. */
export function nodeOrigin(graphId: string, attempt: number, node: string): string {
  const fields = { run_id: runIdOf(graphId), attempt, node };
  return JSON.stringify(fields).slice(1, -1);
}
