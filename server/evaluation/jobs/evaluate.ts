import type { EvaluationResult } from '../../../runtime/evaluation-result.ts';
import { check, contractError } from '../../contract-check.ts';
import { ServiceError } from '../../errors.ts';
import { isJsonObject } from '../../json-object.ts';
import { evaluateResponse } from '../../library/evaluate-response.ts';
import { EvaluateRequest, SESSION_ID } from '../../routes/evaluate.contract.ts';
import { Detour } from '../detour.ts';
import { readJson } from '../job-body.ts';
import { ok, type JobFunction, type JobInput, type JobResult, type WorkerState } from './job.ts';

const MOST_FACTS = 500;

/** `POST /v1/evaluate`: the facts come in, everything fires, and the facts are gone again. */
export const evaluate: JobFunction = (input, state) => {
  const body = readJson(input.text());
  // The contract's schema says what is wrong; that nothing is wrong is found out much faster by hand.
  const request = isEvaluateRequest(body) ? body : check(EvaluateRequest, body);
  const session = request.session_id ?? null;
  const mounted = state.mounted();
  if (mounted !== null) {
    if (session !== null) {
      throw new ServiceError(
        'sessions_unavailable',
        'a server with a mounted engine has no sessions',
        'session_id',
      );
    }
    state.rulesets.checkConfined(request.ruleset);
    return ok(write(mounted.engine.evaluate({ scoped: true, facts: request.facts })));
  }
  if (session !== null) return inSession(session, request, input, state);
  const { engine } = state.rulesets.resolve(request.ruleset, input.provided);
  return ok(write(engine.evaluate({ scoped: true, facts: request.facts })));
};

function inSession(id: string, request: EvaluateRequest, input: JobInput, state: WorkerState): JobResult {
  const { session: job, provided } = input;
  if (!SESSION_ID.test(id)) {
    throw contractError([
      {
        loc: ['body', 'session_id'],
        msg: 'must be 1 to 128 characters of A-Z, a-z, 0-9, `.`, `_`, `:` and `-`',
        type: 'invalid_format',
      },
    ]);
  }
  if (job === null || job.id !== id) throw new Detour({ session: id });
  const ruleset = state.rulesets.resolve(request.ruleset, provided);
  if (job.ruleset !== null) {
    if (job.ruleset !== state.rulesets.identify(request.ruleset)) {
      throw new ServiceError(
        'session_ruleset_mismatch',
        'the session is bound to another ruleset',
        'ruleset',
      );
    }
    const { engine } = state.sessions.open(job, ruleset);
    return ok(write(engine.evaluate({ scoped: true, facts: request.facts })));
  }
  if (job.full)
    throw new ServiceError('session_limit_exceeded', 'the service holds as many sessions as it may');
  const session = state.sessions.create(ruleset);
  const result = session.engine.evaluate({ scoped: true, facts: request.facts });
  state.sessions.keep(id, session);
  return ok(write(result), { created: state.rulesets.identify(request.ruleset) });
}

function write(result: EvaluationResult): string {
  return JSON.stringify(evaluateResponse(result));
}

function isEvaluateRequest(body: unknown): body is EvaluateRequest {
  if (!isJsonObject(body) || typeof body['ruleset'] !== 'string') return false;
  const { facts, session_id: session } = body;
  if (session !== undefined && session !== null && typeof session !== 'string') return false;
  if (!Array.isArray(facts) || facts.length > MOST_FACTS) return false;
  for (const fact of facts as readonly unknown[]) {
    if (!isJsonObject(fact) || typeof fact['template'] !== 'string' || !isJsonObject(fact['data']))
      return false;
  }
  return true;
}
