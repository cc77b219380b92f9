/** The page of the studio: public, without data, and with relative addresses, so that it works under any prefix. */
import { readStudioFile, type StudioMode } from '../../../library/node/studio/page-files.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Route, RouteCall } from '../route.ts';
import { StudioFileResponse } from './contract.ts';

const PATH = '/studio/';
/** The root of the API is the folder above the page. */
const CONNECTED: StudioMode = { mode: 'connected', api: '../' };

const COMMON = {
  method: 'GET',
  access: 'open',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: StudioFileResponse,
  parameters: [],
  errors: [404],
  summary: 'A file of the studio',
} as const;

/** They are no part of the interface description, so they are not in THE table. */
export const STUDIO_ROUTES: readonly Route<unknown>[] = [
  {
    ...COMMON,
    url: '/studio',
    path: '/studio',
    operationId: 'studioFolder',
    // Relative: what is before the prefix is unknown here.
    handle: () => ({ status: 308, body: '', headers: { location: 'studio/' } }),
  },
  studioRoute('', 'studioPage'),
  studioRoute(':file', 'studioFile'),
  studioRoute('c/:file', 'studioChunk'),
];

function studioRoute(below: string, operationId: string): Route<unknown> {
  const url = PATH + below;
  return { ...COMMON, url, path: url, operationId, handle: sendFile };
}

/** Throws ServiceError `not_found`. */
async function sendFile({ url }: RouteCall): Promise<Answer> {
  const [path = ''] = url.split('?');
  const file = await readStudioFile(path.slice(PATH.length), CONNECTED);
  if (file === null) throw new ServiceError('not_found', 'the studio has no such file');
  return { status: 200, body: file.text, headers: file.headers };
}
