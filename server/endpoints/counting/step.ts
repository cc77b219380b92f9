/** One step of a decision that counts: what a worker decided on the sums given, and what would count. */
import { BUDGET_TEMPLATE } from '../../../runtime/values/budget-names.ts';
import { GREATEST_INTEGER } from '../../../runtime/values/integer64.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { KeySums } from '../../../store/budgets/ledger.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Previewed } from '../../evaluation/protocol/protocol.ts';
import { findSessionId } from '../../requests/find-session-id.ts';
import type { CountedUse, CountingLine } from '../../evaluation/worker/counting-body.ts';
import type { RouteCall } from '../route.ts';
import type { AskedOfRequest } from '../decisions/job.ts';

export interface Step extends CountingLine {
  /** JSON text of the EvaluateResponse. */
  readonly response: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A step of a request that is evaluated. */
export interface AskedStep extends Step {
  readonly asked: AskedOfRequest;
}

export type SentRequest = Pick<RouteCall, 'body' | 'caller' | 'gzip' | 'origin'>;

/** Evaluates a request on these sums, none at first. Rejected with ServiceError. */
export async function evaluateStep(
  { caller, origin, body, gzip }: SentRequest,
  sums: readonly FactInput[],
  { pool, serving }: RunsJobs & KnowsMounted,
  preview?: Previewed,
): Promise<AskedStep> {
  const session = gzip || serving.kind === 'mounted' ? null : findSessionId(body);
  const context = {
    gzip,
    host: caller.roles.has('host'),
    counting: { sums, ...(preview === undefined ? {} : { preview }) },
  };
  const result = await pool.submit({ caller, origin, kind: 'decide', body, context, session });
  const [first = '', second = ''] = result.body.split('\n', 2);
  const asked = JSON.parse(first) as AskedOfRequest;
  const line = JSON.parse(second) as CountingLine;
  const response = result.body.slice(first.length + second.length + 2);
  const { headers = {} } = result;
  return { ...line, response, asked, id: headers['ferrule-decision-id'] ?? '', headers };
}

/** The sums as facts that the rules of the budgets match. */
export function sumsOf(uses: readonly CountedUse[], sums: readonly KeySums[]): readonly FactInput[] {
  return uses.map((use, i) => {
    const [used, reserved] = [BigInt(sums[i]!.used), BigInt(sums[i]!.reserved)];
    const spent = bounded(used + reserved);
    return {
      template: BUDGET_TEMPLATE,
      data: {
        budget: use.budget,
        // Distinguishes keys of a budget without showing them.
        key: String(i),
        state: use.missing ?? 'known',
        approved: use.isApproved ? 'yes' : 'no',
        used: bounded(used),
        reserved: bounded(reserved),
        // A sum of amounts beyond 64 bits exceeds every limit.
        spent: use.overflows && spent === 0n ? 1n : spent,
        requested: BigInt(use.amount),
        limit: BigInt(use.limit),
      },
    };
  });
}

const bounded = (value: bigint): bigint => (value > GREATEST_INTEGER ? GREATEST_INTEGER : value);
