import type { Source } from '../../../compiler/diagnostics/position.ts';
import { readTextSources, SourceError } from '../../../library/node/sources.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { notReadable } from './compile-state.ts';

/**
 * A text and what it imports and names below the root, of which for the caller only rulesets exist that its token names.
 * Throws ServiceError.
 */
export async function readText(
  source: Source,
  root: string,
  rulesets: readonly string[] | null,
): Promise<readonly Source[]> {
  try {
    return await readTextSources(source, root, (path) => existsFor(rulesets, path));
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

/** A file is part of the rulesets of all folders around it, and may be one itself. */
function existsFor(rulesets: readonly string[] | null, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, i) => allowsRuleset(rulesets, parts.slice(0, i + 1).join('/')));
}
