import type { EvaluationResult } from '../../../runtime/evaluation-result.ts';
import type { JsonObject } from '../../json-object.ts';
import type { ReadyRuleset } from '../ruleset-store.ts';
import { readDataFacts } from './data-facts.ts';
import type { DataOptions } from './data-options.ts';
import type { DataPath } from './data-path.ts';
import type { JobInput, WorkerState } from './job.ts';

const NANOSECONDS = 1_000_000;

/** Answers of the Data API. What is not there is left out: clients take null for an error. */
export interface DataAnswer {
  readonly result?: boolean | DecisionDocument;
  readonly warning?: { readonly code: string; readonly message: string };
  readonly metrics?: Readonly<Record<string, number>>;
  readonly provenance?: Readonly<Record<string, unknown>>;
  readonly explanation?: readonly unknown[];
}

export interface DecisionDocument {
  readonly allow: boolean;
  readonly deny: boolean;
  readonly decision: string | null;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly duration_us: number;
}

/** When the handling of a request and the evaluation began, by the high-resolution clock. */
export interface Started {
  readonly handling: number;
  readonly parsed: number;
}

/** The ruleset that a path names; null: undefined. Throws as RulesetStore.resolve does for one that does not compile. */
export function rulesetOf(path: DataPath, input: JobInput, state: WorkerState): ReadyRuleset | null {
  const mounted = state.mounted();
  if (mounted !== null) return mounted;
  if (path.ruleset === null || !state.rulesets.exists(path.ruleset)) return null;
  return state.rulesets.resolve(path.ruleset, input.provided);
}

/** Evaluates one input. Throws FerruleError. */
export function evaluateData(
  ruleset: ReadyRuleset,
  input: JsonObject | null,
  options: DataOptions,
): EvaluationResult {
  const facts = readDataFacts(input, options.template, ruleset.compiled);
  return ruleset.engine.evaluate({ scoped: true, facts });
}

/** The value at the path: whether the decision is its last word, or the whole decision. */
export function resultOf(result: EvaluationResult, { word }: DataPath): boolean | DecisionDocument {
  if (word !== null) return result.decision === word;
  return {
    allow: result.decision === 'allow',
    deny: result.decision === 'deny',
    decision: result.decision,
    reason: result.reason,
    rule_trace: result.ruleTrace,
    module_trace: result.moduleTrace,
    metadata: result.metadata,
    duration_us: result.durationUs,
  };
}

/** What `?metrics`, `?provenance` and `?explain` ask for. */
export function extras(
  options: DataOptions,
  ruleset: ReadyRuleset | null,
  result: EvaluationResult | null,
  started: Started,
  version: string,
): DataAnswer {
  const bundles = ruleset === null ? {} : { [ruleset.compiled.name]: { revision: ruleset.hash } };
  return {
    ...(options.metrics ? { metrics: metrics(result, started) } : {}),
    ...(options.provenance ? { provenance: { version, bundles } } : {}),
    ...(options.explain === 'off' || result === null ? {} : { explanation: explanation(result, options) }),
  };
}

function metrics(
  result: EvaluationResult | null,
  { handling, parsed }: Started,
): Readonly<Record<string, number>> {
  const now = performance.now();
  return {
    timer_rego_input_parse_ns: Math.round((parsed - handling) * NANOSECONDS),
    timer_rego_query_eval_ns: (result?.durationUs ?? 0) * 1000,
    timer_server_handler_ns: Math.round((now - handling) * NANOSECONDS),
  };
}

/** One event a firing, shaped as Open Policy Agent's trace events; lines of text with `?pretty`. */
function explanation(result: EvaluationResult, { pretty, explain }: DataOptions): readonly unknown[] {
  const lines = result.ruleTrace.map((rule) => `rule ${rule} fired`);
  if (explain === 'full') lines.push(`decision ${result.decision}: ${result.reason}`);
  if (pretty) return lines;
  return lines.map((message, i) => ({
    op: 'note',
    query_id: 0,
    parent_id: 0,
    type: 'expr',
    node: { index: i },
    locals: [],
    message,
  }));
}

/** JSON text, indented for people when asked. */
export function writeData(answer: unknown, pretty: boolean): string {
  return pretty ? `${JSON.stringify(answer, null, 2)}\n` : JSON.stringify(answer);
}
