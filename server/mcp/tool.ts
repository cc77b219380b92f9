/** A tool as its server defines it. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../evidence/canonical-json.ts';
import { isRecord } from './is-record.ts';

export interface Tool {
  readonly name: string;
  readonly [member: string]: unknown;
}

const PINNED = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/**
 * SHA-256 over the canonical JSON (RFC 8785) of what a model is told about a tool, and of its annotations. Null for a
 * definition that has no canonical JSON: nobody can accept it.
 */
export function pinOf(tool: Tool): string | null {
  const told = PINNED.filter((member) => tool[member] !== undefined).map((member) => [member, tool[member]]);
  try {
    return `sha256:${createHash('sha256')
      .update(canonicalJson(Object.fromEntries(told)))
      .digest('hex')}`;
  } catch {
    return null;
  }
}

const HINTS = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The annotations that the protocol knows: hints, and told to the rules as such. */
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
