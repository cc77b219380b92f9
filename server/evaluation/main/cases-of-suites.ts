import { join } from 'node:path';
import { ServiceError } from '../../../library/errors.ts';
import type { SentByCase } from '../../../library/node/suites/requests-beside.ts';
import type { Configuration } from '../../settings/configuration.ts';
import type { CompilerThread } from './compiler-thread.ts';
import type { CasesOfSuites, ProvidedRuleset } from '../protocol/protocol.ts';

/**
 * The cases on which the initial rulesets are warmed up before the service listens. Suites that cannot be
 * read, or not in time, give none: whether a ruleset can be used does not depend on them.
 *
 * @param mountedHash null: nothing is mounted
 */
export async function casesOfSuites(
  { ruleset, root }: Pick<Configuration, 'ruleset' | 'root'>,
  mountedHash: string | null,
  preloaded: readonly ProvidedRuleset[],
  compiler: Pick<CompilerThread, 'ask'>,
): Promise<CasesOfSuites> {
  const paths = new Map<string, string>();
  if (mountedHash !== null && ruleset !== null) paths.set(mountedHash, ruleset);
  for (const { outcome, identity } of preloaded)
    if ('hash' in outcome && root !== null) paths.set(outcome.hash, join(root, identity));
  const cases = new Map<string, readonly SentByCase[]>();
  for (const [hash, path] of paths) cases.set(hash, await casesOf(path, compiler));
  return cases;
}

async function casesOf(path: string, compiler: Pick<CompilerThread, 'ask'>): Promise<readonly SentByCase[]> {
  try {
    return await compiler.ask<'cases'>({ kind: 'cases', path });
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}
