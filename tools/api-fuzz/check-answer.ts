import type { Route } from '../../server/endpoints/route.ts';
import { isInternalMessage } from '../hostile-fuzz/internal-message.ts';
import type { Sender } from './draw-request.ts';
import { SECRET } from './policy.ts';
import type { HttpAnswer } from './send.ts';

/** Responses of any endpoint before its route sees the request. */
const ANY = [400, 401, 403, 408, 413, 415, 431, 503] as const;
/** Responses that are the caller's own facts, as they were sent. */
const OWN_FACTS: ReadonlySet<string> = new Set([
  'evaluate',
  'postData',
  'getData',
  'batchData',
  'queryFacts',
  'readRun',
  'listRuns',
]);
const OK = 200;
const MULTIPLE = 207;
const FIRST_ERROR = 400;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;

/**
 * Returns what is wrong with an answer, or null.
 *
 * @param folder where the service has its files
 * @param isWhole true if sensitive values were sent in sensitive slots and nowhere else
 */
export function problemOf(
  { status, text, headers }: HttpAnswer,
  route: Route,
  sender: Sender,
  folder: string,
  isWhole: boolean,
): string | null {
  const isEnvoy = route.operationId === 'envoyCheck';
  const known = new Set<number>([
    route.success ?? OK,
    MULTIPLE,
    ...ANY,
    ...route.errors,
    ...(isEnvoy ? [404] : []),
  ]);
  if (!known.has(status)) return `status ${status} is not documented`;
  const refused = refusalOf(route, sender);
  if (refused !== null && !refused.includes(status)) return `status ${status} for ${sender}`;
  if (
    refused === null &&
    (status === UNAUTHORIZED || (status === FORBIDDEN && !isEnvoy && !route.errors.includes(FORBIDDEN)))
  )
    return `status ${status} for ${sender}, who may`;
  if (status >= FIRST_ERROR) {
    const type = String(headers['content-type']);
    if (!/^application\/(?:problem\+)?json/.test(type)) return `an error of type ${type}`;
    const { detail, message, error, code } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (error === 'internal_error') return 'an internal error';
    if (code === 'internal_error' && !route.errors.includes(500)) return 'an internal error';
    const said = typeof detail === 'string' ? detail : typeof message === 'string' ? message : '';
    if (isInternalMessage(said)) return `an accident: ${said}`;
  }
  if (text.includes(folder) || /\n\s+at |node_modules|file:\/\//.test(text)) return 'a path or a stack';
  if (isWhole && text.includes(SECRET) && !(status < FIRST_ERROR && OWN_FACTS.has(route.operationId)))
    return 'a sensitive value in the answer';
  return null;
}

/** Statuses that a sender without the role gets; null if the sender has it. */
function refusalOf({ access }: Route, sender: Sender): readonly number[] | null {
  if (access === 'open') return null;
  if (sender === 'nobody' || sender === 'stranger') return [UNAUTHORIZED];
  if (access === 'any' || [access].flat().some((role) => role === sender)) return null;
  return [UNAUTHORIZED, FORBIDDEN];
}
