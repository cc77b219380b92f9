import { answer } from '../answer.ts';
import { CompileRequest, CompileResponse } from './compile.contract.ts';
import { BODY_ERRORS, type Route } from './route.ts';

export const compile: Route = {
  method: 'POST',
  url: '/v1/compile',
  path: '/v1/compile',
  summary: 'Compile YAML to rule-engine constructs',
  operationId: 'compile',
  access: 'data',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: CompileRequest,
  response: CompileResponse,
  parameters: [],
  errors: BODY_ERRORS,
  async handle({ body, gzip }, { compiler, mounted }) {
    const base = mounted?.current.details.base ?? null;
    return answer(await compiler.ask({ kind: 'compile', body: new Uint8Array(body), gzip, base }));
  },
};
