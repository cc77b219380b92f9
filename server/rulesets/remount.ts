import type { Logger } from 'pino';
import { makeDecisionId } from '../../runtime/engine/decision-id.ts';
import { ServiceError } from '../../library/errors.ts';
import type { Audit } from '../../evidence/audit.ts';
import type { LoadLog } from '../metrics/load-log.ts';
import type { MountedRulesetService } from './serving.ts';

/** Serves what is at the path of the mounted ruleset now, and records it. What cannot be taken changes nothing. */
export async function remount(
  { engine, reloader }: MountedRulesetService,
  path: string,
  audit: Audit | null,
  loads: LoadLog,
  log: Logger,
): Promise<void> {
  const started = performance.now();
  const before = engine.current.ruleset.hash;
  try {
    await reloader.remount(path);
    loads.loaded(engine.current.details, performance.now() - started, 'SIGHUP');
    const hashes = { ruleset_hash_before: before, ruleset_hash_after: engine.current.ruleset.hash };
    await record({ accepted: true, reload_id: makeDecisionId(Date.now()), ...hashes });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.error({ error: error.code, detail: error.message }, 'cannot reread the ruleset');
    await record({ accepted: false, error: { code: error.code, detail: error.message } });
  }

  /** No caller is waiting, so the operator is notified. */
  async function record(fields: object): Promise<void> {
    try {
      await audit?.record('reload', null, fields);
    } catch (error) {
      log.error({ problem: String(error) }, 'cannot record a reload');
    }
  }
}
