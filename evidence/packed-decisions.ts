import { deserialize, serialize } from 'node:v8';
import type { RecentDecision } from './recent.ts';

/**
 * Decisions as bytes, which threads hand on without copying: what they hold can be large, and the HTTP thread is between
 * those that make them and those that try a candidate on them.
 */
export interface PackedDecisions {
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packDecisions(decisions: readonly RecentDecision[]): PackedDecisions {
  // A copy: the buffer of a serialisation may be part of a larger one, which cannot be handed on.
  return { count: decisions.length, bytes: new Uint8Array(serialize(decisions)) };
}

export function unpackDecisions({ bytes }: PackedDecisions): readonly RecentDecision[] {
  return deserialize(bytes) as readonly RecentDecision[];
}

/** Buffers of a message that are handed on and not copied. */
export function transfersOf(packs: readonly PackedDecisions[]): ArrayBuffer[] {
  return packs.map(({ bytes }) => bytes.buffer);
}
