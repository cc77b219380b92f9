import type { EvaluationResult } from '../../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { Evaluated } from '../../../evidence/worker-evidence.ts';
import { writeJson } from '../../../library/json.ts';
import { DataInput } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import type { JsonObject } from '../../requests/json-object.ts';
import { stringify } from 'lossless-json';
import { addRest } from '../../../library/evaluate-response.ts';
import type { ReadyRuleset } from '../../evaluation/worker/ruleset-store.ts';
import { readDataFacts } from './data-facts.ts';
import type { DataOptions } from './data-options.ts';
import type { DataPath } from './data-path.ts';
import type { JobInput, WorkerState } from '../../evaluation/worker/jobs/job.ts';
import { evaluate } from '../../evaluation/worker/evaluate.ts';

/** An input of the Data API as it came. */
export interface DataDocument {
  /** `null` if it does not exist. */
  readonly value: unknown;
  /** The same with the order of its keys as they were written. */
  readonly ordered: () => unknown;
  /** Its position in the request, for errors. */
  readonly part: 'body' | 'query';
  readonly place: readonly string[];
}

const NO_FACTS: readonly FactInput[] = [];
const NANOSECONDS = 1_000_000;

/** Responses of the Data API. Missing values are omitted: clients take null for an error. */
interface DataAnswer {
  readonly result?: boolean | DecisionDocument;
  readonly decision_id?: string;
  readonly warning?: { readonly code: string; readonly message: string };
  readonly metrics?: Readonly<Record<string, number>>;
  readonly provenance?: Readonly<Record<string, unknown>>;
  readonly explanation?: readonly unknown[];
}

interface DecisionDocument {
  readonly allow: boolean;
  readonly deny: boolean;
  /** Omitted if there is none. */
  readonly decision?: string;
  readonly reason: string | null;
  readonly rule_trace: readonly string[];
  readonly module_trace: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly duration_us: number;
  readonly obligations?: EvaluationResult['obligations'];
  readonly missing?: EvaluationResult['missing'];
  readonly firings?: EvaluationResult['firings'];
  readonly facts?: EvaluationResult['facts'];
}

/** Start of the request and of the evaluation, by the high-resolution clock. */
interface Started {
  readonly handling: number;
  readonly parsed: number;
}

/** The ruleset that a path names; null: undefined. Throws as RulesetStore.resolve does for one that does not compile. */
export function rulesetOf(path: DataPath, input: JobInput, state: WorkerState): ReadyRuleset | null {
  const mounted = mountedOf(state);
  if (mounted === 'hidden') return null;
  if (mounted !== null) return mounted;
  if (path.ruleset === null || !state.rulesets.exists(path.ruleset)) return null;
  return state.rulesets.resolve(path.ruleset, input.provided);
}

/** A mounted ruleset that does not exist for the caller is undefined, as any other. */
function mountedOf(state: WorkerState): ReadyRuleset | 'hidden' | null {
  try {
    return state.mounted();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'ruleset_not_found') return 'hidden';
    throw error;
  }
}

/** Evaluates one input. Throws FerruleError, ServiceError. */
export function evaluateData(
  ruleset: ReadyRuleset,
  input: DataDocument,
  options: DataOptions,
  state: WorkerState,
): Evaluated {
  const evaluated = evaluateDocument(ruleset, input, options, state);
  state.counters.evaluated(ruleset.compiled, evaluated.result);
  return evaluated;
}

function evaluateDocument(
  ruleset: ReadyRuleset,
  input: DataDocument,
  options: DataOptions,
  { evidence, fleet }: WorkerState,
): Evaluated {
  const { include } = options;
  const { engine } = ruleset;
  const common = { ruleset, engine, held: fleet(), include };
  const mapping = ruleset.compiled.input;
  if (input.value !== null && mapping !== null) {
    const document = mapping.ordered ? input.ordered() : input.value;
    return evaluate(evidence, { ...common, facts: NO_FACTS, document, input: () => '[]' });
  }
  const object =
    input.value === null
      ? null
      : (check(DataInput, input.value, input.part, input.place, false) as JsonObject);
  const facts = object === null ? NO_FACTS : readDataFacts(object, options.template, ruleset.compiled);
  return evaluate(evidence, { ...common, facts, document: null, input: () => writeJson(facts) });
}

/** The value at the path: whether the decision is its last word, or the whole decision. */
export function resultOf(result: EvaluationResult, { word }: DataPath): boolean | DecisionDocument {
  if (word !== null) return result.decision === word;
  const rest = {};
  addRest(rest, result);
  return {
    allow: result.decision === 'allow',
    deny: result.decision === 'deny',
    ...(result.decision === null ? {} : { decision: result.decision }),
    reason: result.reason,
    rule_trace: result.ruleTrace,
    module_trace: result.moduleTrace,
    metadata: result.metadata,
    duration_us: result.durationUs,
    ...rest,
  };
}

/** Options `?metrics`, `?provenance` and `?explain`. */
export function extras(
  options: DataOptions,
  ruleset: ReadyRuleset | null,
  result: EvaluationResult | null,
  started: Started,
  { version, evidence }: WorkerState,
): DataAnswer {
  const bundles = ruleset === null ? {} : { [ruleset.compiled.name]: { revision: ruleset.hash } };
  return {
    ...(options.metrics ? { metrics: metrics(result, started) } : {}),
    ...(options.provenance ? { provenance: { version, bundles } } : {}),
    ...(options.explain === 'off' || result === null
      ? {}
      : { explanation: explanation(result, options, evidence.reasonOf(ruleset?.compiled, result)) }),
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
function explanation(
  result: EvaluationResult,
  { pretty, explain }: DataOptions,
  reason: string,
): readonly unknown[] {
  const lines = result.ruleTrace.map((rule) => `rule ${rule} fired`);
  if (explain === 'full') lines.push(`decision ${result.decision}: ${reason}`);
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

/** JSON text, indented on request. */
export function writeData(answer: unknown, pretty: boolean): string {
  const indent = pretty ? 2 : undefined;
  const end = pretty ? '\n' : '';
  try {
    return JSON.stringify(answer, null, indent) + end;
  } catch (error) {
    // Facts and obligations may hold integers that only a bigint does.
    if (!(error instanceof TypeError)) throw error;
    return `${stringify(answer, null, indent)}${end}`;
  }
}
