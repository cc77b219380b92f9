/** The parts of an AuthZEN request that an approval is bound to, read away from the HTTP thread. */
import { bound, boundTexts, type BoundTexts } from '../../approvals/bound-texts.ts';
import type { AccessRequest } from '../access-request/contract.ts';
import { AccessEvaluationRequest } from './contract.ts';
import { boundParts } from './bound-parts.ts';

type Parts = Pick<AccessRequest, 'subject' | 'action' | 'resource' | 'context'>;

/** The members of an approval that come from the parts. */
interface AccessBinding {
  readonly agent: string;
  readonly server: string;
  readonly tool: string;
}

/** A request that names an approval. */
export interface NamedApproval extends AccessBinding {
  readonly id: string;
  readonly requestDigest: string;
  /** `null` if the caller does not say which obligations it fulfils. */
  readonly supported: readonly unknown[] | null;
}

/** Content of an access request. */
export interface WantedAccess extends AccessBinding, BoundTexts {
  readonly evaluationId: string;
  readonly expiresAt: string;
}

/** Reads an access request that fits its contract. Throws ServiceError for one without canonical JSON. */
export function wantedAccess({ denial, ...parts }: AccessRequest): WantedAccess {
  return {
    ...bindingOf(parts),
    ...boundTexts(boundParts(parts)),
    evaluationId: denial.evaluation_id,
    expiresAt: denial.expires_at,
  };
}

/**
 * Reads a request that may not fit its contract, which its evaluation judges. `null` if it names no approval. Throws
 * ServiceError for one without canonical JSON.
 */
export function namedApproval(body: unknown): NamedApproval | null {
  const { success, data } = AccessEvaluationRequest.safeParse(body);
  if (!success) return null;
  const given = data.context?.['approval'] as { readonly id?: unknown } | null | undefined;
  if (typeof given?.id !== 'string') return null;
  const supported = data.context?.['supported_obligations'];
  return {
    ...bindingOf(data),
    requestDigest: bound(boundParts(data)).digest,
    id: given.id,
    supported: Array.isArray(supported) ? supported : null,
  };
}

function bindingOf({ subject, action, resource }: Parts): AccessBinding {
  return { agent: subject.id, server: `${resource.type}/${resource.id}`, tool: action.name };
}
