import type { Logger } from 'pino';
import { ServiceError } from '../../../library/errors.ts';
import type { Configuration } from '../../settings/configuration.ts';
import type { LoadLog } from '../../metrics/load-log.ts';
import { normalName, rulesetsIn } from '../../../library/node/rulesets/locate.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { ProvidedRuleset } from '../protocol/protocol.ts';

/**
 * Compiles the rulesets that must be ready before the first request. Of all under the root, those that do not compile
 * are logged and left out. Throws ServiceError for one that was named and does not.
 */
export async function preload(
  { root, preload: wanted }: Pick<Configuration, 'root' | 'preload'>,
  compiler: CompilerThread,
  loads: LoadLog,
  log: Logger,
): Promise<readonly ProvidedRuleset[]> {
  if (root === null) return [];
  const preloaded: ProvidedRuleset[] = [];
  for (const name of wanted === 'all' ? rulesetsIn(root, '.') : wanted) {
    const started = performance.now();
    const provided = await provide(name, compiler);
    if (typeof provided === 'string') {
      if (wanted !== 'all')
        throw new ServiceError('invalid_ruleset', `SERVICE_PRELOAD: ${name}: ${provided}`);
      log.warn({ ruleset: name, problem: provided }, 'cannot preload a ruleset');
      continue;
    }
    if (provided.details !== null) loads.loaded(provided.details, performance.now() - started, null);
    preloaded.push(provided);
  }
  return preloaded;
}

/** The ruleset with the name, or why it cannot be loaded. */
async function provide(name: string, compiler: CompilerThread): Promise<ProvidedRuleset | string> {
  const normal = normalName(name);
  if (normal === null) return 'the ruleset must be a path under the root';
  try {
    const provided = await compiler.ask<'provide'>({ kind: 'provide', name: normal });
    return 'problem' in provided.outcome ? provided.outcome.problem : provided;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}
