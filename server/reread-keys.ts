import type { Logger } from 'pino';
import type { Audit } from '../evidence/audit.ts';
import type { EvidenceKeys } from '../evidence/keys.ts';
import type { EvaluationPool } from './evaluation/main/pool.ts';

/** Reloads keys from their files, here and in all workers, and records the reload. */
export async function rereadKeys(
  keys: EvidenceKeys,
  pool: EvaluationPool,
  audit: Audit | null,
  log: Logger,
): Promise<void> {
  const change = keys.reread();
  if (change !== null) pool.rekey(keys.settings);
  const outcome = change === null ? {} : { key_before: change.before, key_after: change.after };
  try {
    await audit?.record('reload', null, { accepted: change !== null, of: 'keys', ...outcome });
  } catch (error) {
    log.error({ problem: String(error) }, 'cannot record the key reload');
  }
}
