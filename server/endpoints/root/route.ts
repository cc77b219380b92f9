import { VERSION } from '../../../library/version.ts';
import { RootResponse } from './contract.ts';
import { answer } from '../../requests/answer.ts';
import { livez } from '../livez/route.ts';
import { openapi } from '../openapi/route.ts';
import { readyz } from '../readyz/route.ts';
import type { KnowsPrefix } from '../../requests/prefix.ts';
import type { Route } from '../route.ts';
import { status } from '../status/route.ts';

/** For a person who opens the address in a browser: what this is, and where to look next. */
export const root: Route<KnowsPrefix> = {
  method: 'GET',
  url: '/',
  path: '/',
  summary: 'Name, version and links',
  operationId: 'root',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: RootResponse,
  parameters: [],
  errors: [],
  handle(_call, { prefix }) {
    const links = {
      openapi: prefix + openapi.path,
      status: prefix + status.path,
      livez: prefix + livez.path,
      readyz: prefix + readyz.path,
    };
    return answer(JSON.stringify({ name: 'ferrule', version: VERSION, links }));
  },
};
