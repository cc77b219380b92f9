import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import type { Layers } from '../../../compiler/read/read-layers.ts';
import { hashSources } from '../../../compiler/read/hash-sources.ts';
import { ServiceError } from '../../../library/errors.ts';
import { SourceError } from '../../../library/node/sources.ts';
import { locate } from '../../../library/node/rulesets/locate.ts';
import type { CompilerStart, MountableRuleset } from '../protocol/compile-protocol.ts';
import type { LoadedDetails } from '../../metrics/load-log.ts';
import type { LoadedRuleset, ProvidedRuleset } from '../protocol/protocol.ts';
import { compileMountable } from './compile-mountable.ts';
import { notReadable } from './compile-state.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';

/** Keeps the sources of a version. Throws ServiceError. */
type KeepVersion = (hash: string, name: string, layers: Layers) => void;

type Outcome = LoadedRuleset | { readonly problem: string };

const MOST_KEPT = 64;

/** Compilations by the hash of their contents. */
const kept = new Map<string, Outcome>();

/**
 * Compiles the stock ruleset of this name as it is now. A ruleset that does not compile is an outcome like any other,
 * so that it is compiled once per change. Throws ServiceError for a name without a ruleset.
 */
export async function provide(
  root: string,
  name: string,
  start: Pick<CompilerStart, 'lenient' | 'cache'>,
  keep: KeepVersion,
): Promise<ProvidedRuleset> {
  const location = locate(root, name);
  if (location.kind === 'outside') {
    throw new ServiceError('invalid_ruleset_path', 'the ruleset must be a path under the root');
  }
  if (location.kind === 'missing')
    throw new ServiceError('ruleset_not_found', 'no such ruleset under the root');
  const { path, folder } = location;
  const identity = relative(realpathSync(root), path).split(sep).join('/') || '.';
  try {
    const read = await readStable(path, folder, root);
    const key = `${read.name}:${hashSources(read.sources)}`;
    let outcome = kept.get(key);
    kept.delete(key);
    let details: LoadedDetails | null = null;
    if (outcome === undefined) {
      const compiled = outcomeOf(() => compileMountable(read.sources, { name: read.name }, start), keep);
      ({ outcome, details } = compiled);
    }
    kept.set(key, outcome);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return { name, identity, fingerprint: read.fingerprint, others: read.others, outcome, details };
  } catch (error) {
    if (error instanceof SourceError) throw notReadable(error);
    throw error;
  }
}

function outcomeOf(
  compile: () => MountableRuleset,
  keep: KeepVersion,
): { readonly outcome: Outcome; readonly details: LoadedDetails | null } {
  try {
    const { javascript, base, ...details } = compile();
    const { hash, name } = details;
    keep(hash, name, base.layers);
    return { outcome: { hash, name, javascript }, details };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'invalid_ruleset')
      return { outcome: { problem: error.message }, details: null };
    throw error;
  }
}
