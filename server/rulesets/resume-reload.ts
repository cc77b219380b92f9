import type { Logger } from 'pino';
import { ServiceError } from '../../library/errors.ts';
import type { Evaluation } from '../evaluation/main/start-evaluation.ts';
import type { Reloader } from './reloader.ts';
import type { ReloadKeeper } from './reload-keeper.ts';

/**
 * After a restart: serves what was reloaded last on the same files. What is kept is verified as a request is; what does
 * not verify or load is passed over, and the log says so.
 */
export async function resumeReload(
  keeper: ReloadKeeper,
  reloader: Reloader,
  { compiler }: Evaluation,
  log: Logger,
): Promise<void> {
  const { past, isForgotten } = await keeper.latest();
  if (isForgotten) log.warn('the ruleset files have changed: discarding the stored reload');
  if (past === null) return;
  try {
    const details = await compiler.ask<'replica'>({ kind: 'replica', layers: past.layers });
    if (details.hash !== past.hash)
      throw new ServiceError('invalid_ruleset', 'it compiles to another hash now');
    await reloader.mount(details);
    log.info({ ruleset: details.hash, rules: details.rules }, 'serving the ruleset of the last reload');
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.error(
      { ruleset: past.hash, problem: error.message },
      'skipping the last reload: serving the mounted ruleset',
    );
  }
}
