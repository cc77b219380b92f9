/** Outcome of a node. Fields are as in the record of a run. */
export interface NodeOutcome {
  readonly status: 'succeeded' | 'failed' | 'skipped' | 'not_started';
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly duration_us: number;
  readonly error: RunError | null;
}

/** Why a node or a run failed: a code of the table of errors, a sentence, and what it is about. */
export interface RunError {
  readonly error: string;
  readonly detail: string;
  readonly field: string | null;
}

export interface RunResult {
  readonly decision: string | null;
  readonly reason: string | null;
  /** In document order. */
  readonly nodes: Readonly<Record<string, NodeOutcome>>;
}

/** The answer of an evaluation, as far as a node keeps it. */
export type Evaluated = Omit<NodeOutcome, 'status' | 'error'>;

const NOTHING: Evaluated = {
  decision: null,
  reason: null,
  rule_trace: [],
  module_trace: [],
  metadata: {},
  duration_us: 0,
};

export const SKIPPED: NodeOutcome = { status: 'skipped', ...NOTHING, error: null };
export const NOT_STARTED: NodeOutcome = { status: 'not_started', ...NOTHING, error: null };

export function succeeded(evaluated: Evaluated): NodeOutcome {
  const { decision, reason, rule_trace, module_trace, metadata, duration_us } = evaluated;
  return {
    status: 'succeeded',
    decision,
    reason,
    rule_trace,
    module_trace,
    metadata,
    duration_us,
    error: null,
  };
}

export function failed(error: RunError): NodeOutcome {
  return { status: 'failed', ...NOTHING, error };
}
