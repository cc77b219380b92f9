/** The part of a request that an approval is bound to: all that the rules see, except what differs when it is retried. */
import { canonicalJson } from '../../library/canonical-json.ts';
import { sha256Hex } from '../../library/node/sha256.ts';
import type { CallDocument } from './call.ts';

/** JSON object that is digested, and that an approver is shown. */
export type BoundRequest = Readonly<Record<string, unknown>>;

/** Maximum bytes of JSON in a request for approval. */
export const MOST_BOUND_BYTES = 65_536;

/** A request with its digest. */
export interface Bound {
  readonly request: BoundRequest;
  /** `sha256:` and hex over the canonical JSON of `request`. */
  readonly digest: string;
  /** Bytes of that JSON. */
  readonly bytes: number;
}

/** Binds a request. Throws TypeError for one that has no canonical JSON. */
export function bind(request: BoundRequest): Bound {
  const text = canonicalJson(request);
  return { request, digest: `sha256:${sha256Hex(text)}`, bytes: new TextEncoder().encode(text).length };
}

/** The part of a tool call that is bound: all of its document but the id and the time of the call, and the approval. */
export function boundCall({ agent, session, tool, call }: CallDocument): BoundRequest {
  return { agent, ...(session === undefined ? {} : { session }), tool, call: { args: call.args } };
}
