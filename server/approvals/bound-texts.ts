/** The bound request of an approval as text: made where the request is read. */
import { ServiceError } from '../../library/errors.ts';
import { bind, type Bound, type BoundRequest } from '../../agents/gate/bound-request.ts';
import { digestOf } from '../../agents/gate/call.ts';
import { writeJson } from '../../library/json.ts';
import type { ApprovalRequest } from '../../store/approvals/approval.ts';
import { argsOf } from './bound-args.ts';

/** JSON text of the bound request, with its digests. */
export type BoundTexts = Pick<ApprovalRequest, 'request' | 'requestDigest' | 'argsDigest'>;

/** Binds a request. Throws ServiceError `invalid_request` for one without canonical JSON. */
export function boundTexts(request: BoundRequest): BoundTexts {
  const { digest } = bound(request);
  return { request: writeJson(request), requestDigest: digest, argsDigest: digestOf(argsOf(request)) };
}

/** Binds a request. Throws ServiceError `invalid_request` for one without canonical JSON. */
export function bound(request: BoundRequest): Bound {
  try {
    return bind(request);
  } catch {
    throw new ServiceError('invalid_request', 'the request has no canonical form');
  }
}
