/** One step of a decision that counts: what a worker decided on the sums given, and what would count. */
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Previewed } from '../../evaluation/protocol/protocol.ts';
import { findSessionId } from '../../requests/find-session-id.ts';
import type { CountingLine } from '../../evaluation/worker/counting-body.ts';
import type { OnSums } from '../../../store/budgets/count.ts';
import type { RouteCall } from '../route.ts';
import type { AskedOfRequest } from '../decisions/job.ts';

export interface Step extends CountingLine {
  /** JSON text of the EvaluateResponse. */
  readonly response: string;
  readonly id: string;
  /** The time that the rules saw, in milliseconds. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A step of a request that is evaluated. */
export interface AskedStep extends Step {
  readonly asked: AskedOfRequest;
}

export type SentRequest = Pick<RouteCall, 'body' | 'caller' | 'gzip' | 'origin'>;

/** Evaluates a request on these sums. Rejected with ServiceError. */
export async function evaluateStep(
  { caller, origin, body, gzip }: SentRequest,
  { sums, at }: OnSums,
  { pool, serving }: RunsJobs & KnowsMounted,
  preview?: Previewed,
): Promise<AskedStep> {
  const session = gzip || serving.kind === 'mounted' ? null : findSessionId(body);
  const context = {
    gzip,
    host: caller.roles.has('host'),
    counting: { sums, at, ...(preview === undefined ? {} : { preview }) },
  };
  const result = await pool.submit({ caller, origin, kind: 'decide', body, context, session });
  const [first = '', second = ''] = result.body.split('\n', 2);
  const asked = JSON.parse(first) as AskedOfRequest;
  const line = JSON.parse(second) as CountingLine;
  const response = result.body.slice(first.length + second.length + 2);
  const { headers = {} } = result;
  return { ...line, at, response, asked, id: headers['ferrule-decision-id'] ?? '', headers };
}
