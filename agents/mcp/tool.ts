/** A tool as its server defines it. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../library/canonical-json.ts';
import { isRecord } from '../../library/is-record.ts';

export interface Tool {
  readonly name: string;
  readonly [member: string]: unknown;
}

/**
 * SHA-256 over the canonical JSON (RFC 8785) of the whole definition, unknown members included: a client may
 * show any of them to its model. `null` for a definition without canonical JSON, which cannot be accepted.
 */
export function pinOf(tool: Tool): string | null {
  try {
    return `sha256:${createHash('sha256').update(canonicalJson(tool)).digest('hex')}`;
  } catch {
    return null;
  }
}

const HINTS = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The annotations of the protocol: hints, and passed to the rules as such. */
export function hintsOf(tool: Tool | null): Readonly<Record<string, unknown>> {
  const annotations = isRecord(tool?.['annotations']) ? tool['annotations'] : {};
  const known = HINTS.filter((hint) => ['boolean', 'string'].includes(typeof annotations[hint]));
  return Object.fromEntries(known.map((hint) => [hint, annotations[hint]]));
}

/** The tools of one page of a listing. Throws when it is none. */
export function toolsOf(result: Readonly<Record<string, unknown>>): readonly Tool[] {
  const { tools } = result;
  if (!Array.isArray(tools)) throw new Error('the server lists no tools');
  return tools.map((tool: unknown) => {
    if (!isRecord(tool) || typeof tool['name'] !== 'string')
      throw new Error('the server lists a tool without a name');
    return tool as Tool;
  });
}
