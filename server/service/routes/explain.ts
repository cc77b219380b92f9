import { ServiceError } from '../../errors.ts';
import { answer } from '../http/answer.ts';
import { ExplainRequest, ExplainResponse } from '../contracts/explain.ts';
import { BODY_ERRORS, type Route } from './route.ts';

export const explain: Route = {
  method: 'POST',
  url: '/v1/explain',
  path: '/v1/explain',
  summary: 'Explain how facts are decided',
  operationId: 'explain',
  access: 'explain',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: ExplainRequest,
  response: ExplainResponse,
  parameters: [],
  errors: BODY_ERRORS,
  async handle({ body, gzip, caller, onLeave }, { texts, serving, keys }) {
    if (serving.kind !== 'stock') {
      // Its facts are in the evaluation workers: an explanation without them would be of another decision.
      throw new ServiceError('invalid_request', 'a server with a mounted engine does not explain');
    }
    const { actor, rulesets } = caller;
    const maskKey = keys.settings.log?.mask.key ?? null;
    const request = { kind: 'explain', body: new Uint8Array(body), gzip, rulesets, maskKey } as const;
    return answer(await texts.ask(request, { actor, onLeave }));
  },
};
