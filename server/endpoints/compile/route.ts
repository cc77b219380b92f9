import { answer } from '../../requests/answer.ts';
import { CompileRequest, CompileResponse } from './contract.ts';
import type { CompilesTexts, KnowsMounted } from '../../evaluation/main/ports.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

export const compile: Route<CompilesTexts & KnowsMounted> = {
  method: 'POST',
  url: '/v1/compile',
  path: '/v1/compile',
  summary: 'Compile YAML to rule-engine constructs',
  operationId: 'compile',
  access: 'compile',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: CompileRequest,
  response: CompileResponse,
  parameters: [],
  errors: BODY_ERRORS,
  async handle({ body, gzip, caller, onLeave }, { texts, serving }) {
    const base = serving.kind === 'stock' ? null : serving.engine.current.details.base;
    const { rulesets } = caller;
    const request = { kind: 'compile', rulesets, body: new Uint8Array(body), gzip, base } as const;
    return answer(await texts.ask(request, { actor: caller.actor, onLeave }));
  },
};
