import type { Included } from '../../../runtime/engine/evaluation-result.ts';
import { approvalFacts } from '../../../agents/gate/approval-facts.ts';
import { check } from '../../requests/contract-check.ts';
import { isJsonObject } from '../../requests/json-object.ts';
import { findFacts } from '../../../evidence/log/find-facts.ts';
import type { Evaluation } from '../../../evidence/evaluation.ts';
import { inOrder } from '../../../library/ordered-json.ts';
import { checkSentAmounts } from '../../../library/budgets/amount.ts';
import { countingBody } from '../../evaluation/worker/counting-body.ts';
import { EvaluateRequest, type EvaluatedRequest } from './contract.ts';
import { PREVIEWED } from './previewed.ts';
import { Detour } from '../../evaluation/worker/detour.ts';
import { hostFactsOf } from '../../evaluation/protocol/host-facts.ts';
import { readJson } from '../../requests/job-body.ts';
import type { ReadyRuleset } from '../../evaluation/worker/ruleset-store.ts';
import type { Session } from '../../evaluation/worker/session-store.ts';
import {
  checkSessionId,
  isToBeMade,
  rulesetMismatch,
  sessionIdMissing,
  sessionsUnavailable,
} from '../session-mode.ts';
import {
  decided,
  type JobFunction,
  type JobInput,
  type JobResult,
  type WorkerState,
} from '../../evaluation/worker/jobs/job.ts';
import { evaluate as evaluateRecorded } from '../../evaluation/worker/evaluate.ts';

const MOST_FACTS = 500;
const KEYS: ReadonlySet<string> = new Set(Object.keys(EvaluateRequest.shape));
const NOTHING: readonly Included[] = [];
const NO_FACTS: NonNullable<EvaluatedRequest['facts']> = [];

/** `POST /v1/evaluate`: the facts come in, everything fires, and the facts are gone again. */
export const evaluate: JobFunction = (input, state) => {
  const text = input.text();
  const body = readJson(text);
  // The contract's schema says what is wrong; that nothing is wrong is found out much faster by hand.
  if (isEvaluatedRequest(body)) return evaluateRequest(body, text, input, state);
  const { preview = false, ...request } = check(EvaluateRequest, body);
  if (preview) return { status: PREVIEWED, body: '', change: null, mark: null };
  return evaluateRequest(request as EvaluatedRequest, text, input, state);
};

/** Evaluates a request that fits its contract. `text`: its JSON text. Throws as jobs do. */
export function evaluateRequest(
  request: EvaluatedRequest,
  text: string,
  input: JobInput,
  state: WorkerState,
): JobResult {
  const { counting } = input.context;
  if (counting !== undefined) state.evidence.setNow(counting.at);
  const session = request.session_id ?? null;
  if (session === null && (request.session ?? null) !== null) throw sessionIdMissing();
  const mounted = state.mounted();
  if (mounted !== null) {
    if (session !== null) throw sessionsUnavailable();
    state.rulesets.checkConfined(request.ruleset);
    const evaluation = { ...asked(mounted, request, text, input), held: state.fleet() };
    return run(evaluation, mounted, mounted.compiled.name, input, state);
  }
  if (session !== null) return inSession(session, request, text, input, state);
  const ruleset = state.rulesets.resolve(request.ruleset, input.provided);
  const name = state.rulesets.identify(request.ruleset);
  return run(asked(ruleset, request, text, input), ruleset, name, input, state);
}

function inSession(
  id: string,
  request: EvaluatedRequest,
  text: string,
  input: JobInput,
  state: WorkerState,
): JobResult {
  const { session: job, provided } = input;
  checkSessionId(id);
  if (job === null || job.id !== id) throw new Detour({ session: id });
  const ruleset = state.rulesets.resolve(request.ruleset, provided);
  const name = state.rulesets.identify(request.ruleset);
  const on = ({ engine, sequence }: Session): Evaluation => ({
    ...asked(ruleset, request, text, input),
    engine,
    held: { kind: 'session', id, sequence },
  });
  if (!isToBeMade(job, request.session ?? null)) {
    if (job.ruleset !== name) throw rulesetMismatch();
    return run(on(state.sessions.open(job, ruleset)), ruleset, name, input, state);
  }
  const session = state.sessions.create(job.handle, ruleset);
  const result = run(on(session), ruleset, name, input, state);
  state.sessions.keep(session);
  return { ...result, change: { created: name } };
}

/** @param name of the ruleset that decides */
function run(
  evaluation: Evaluation,
  { compiled }: ReadyRuleset,
  name: string,
  { context, caller }: JobInput,
  { evidence, counters }: WorkerState,
): JobResult {
  const evaluated = evaluateRecorded(evidence, evaluation);
  counters.evaluated(compiled, evaluated.result);
  const result = decided(evaluated);
  if (evaluation.counts === true) {
    const counting = { evaluation, compiled, name, token: caller.actor };
    return { ...result, body: countingBody(result.body, evaluated, counting) };
  }
  if (context.names !== true) return result;
  return { ...result, body: `{"ruleset":${JSON.stringify(name)},${result.body.slice(1)}` };
}

function asked(
  ruleset: ReadyRuleset,
  request: EvaluatedRequest,
  text: string,
  { context }: JobInput,
): Evaluation {
  const { facts = NO_FACTS, include = NOTHING } = request;
  const given = request.input ?? null;
  const ordered = given !== null && ruleset.compiled.input?.ordered === true;
  const document: unknown = ordered ? inOrder(text, request).input : given;
  const input = (): string => (request.facts === undefined ? '[]' : findFacts(text, request));
  const { approval = null, host = false, counting } = context;
  const brought = hostFactsOf(request, host);
  const sums = counting?.sums ?? [];
  const hostFacts = [...approvalFacts(ruleset.compiled.templates, approval), ...brought, ...sums];
  const counts =
    counting !== undefined && (counting.ifBudgets !== true || ruleset.compiled.budgets !== undefined);
  const isPreview = counting?.preview !== undefined;
  if (counts) checkSentAmounts(ruleset.compiled.budgets ?? [], [...hostFacts, ...facts]);
  const { engine } = ruleset;
  return { ruleset, engine, facts, hostFacts, document, include, input, held: null, counts, isPreview };
}

function isEvaluatedRequest(body: unknown): body is EvaluatedRequest {
  if (!isJsonObject(body) || typeof body['ruleset'] !== 'string') return false;
  for (const key in body) if (!KEYS.has(key)) return false;
  const { facts = (body['input'] ?? null) === null ? undefined : NO_FACTS, session_id: session } = body;
  // Rare members are left to the contract.
  if (body['include'] !== undefined || body['host_facts'] !== undefined) return false;
  if (session !== undefined && session !== null && typeof session !== 'string') return false;
  if (body['session'] !== undefined || body['preview'] !== undefined) return false;
  if (!Array.isArray(facts) || facts.length > MOST_FACTS) return false;
  for (const fact of facts as readonly unknown[]) {
    if (!isJsonObject(fact) || typeof fact['template'] !== 'string' || !isJsonObject(fact['data']))
      return false;
    for (const key in fact) if (key !== 'template' && key !== 'data') return false;
  }
  return true;
}
