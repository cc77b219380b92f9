import type { Logger } from 'pino';
import { closestName } from '../../../runtime/values/closest-name.ts';
import { writeJson } from '../../../library/json.ts';
import type { Reloader } from '../../rulesets/reloader.ts';
import { answer, type Answer } from '../../requests/answer.ts';
import { contractError } from '../../requests/contract-check.ts';
import type { RecordsDecisions } from '../../../evidence/audit.ts';
import type { RouteCall } from '../route.ts';

/** Counts reloads by their outcome. */
interface CountsReloads {
  readonly metrics: { readonly countReload: (outcome: 'success' | 'refused' | 'dry_run') => void };
}

/** Parts of the service for a dry run. */
export interface DryRunPort extends RecordsDecisions, CountsReloads {
  readonly log: Logger;
}

const NAME = 'dry_run';

/**
 * True for a dry run of a reload. Throws ServiceError for every query that is neither true nor false: one
 * that is misspelt would swap.
 */
export function readDryRun(query: string): boolean {
  const entries = [...new URLSearchParams(query)];
  for (const [name] of entries) {
    if (name === NAME) continue;
    const meant = closestName(name, [NAME]);
    const msg = meant === null ? 'unknown parameter' : `unknown parameter. Did you mean '${meant}'?`;
    throw contractError([{ loc: ['query', name], msg, type: 'extra_forbidden' }]);
  }
  const values = new Set(entries.map(([, value]) => value));
  if (values.size === 0) return false;
  const [value = ''] = values;
  if (values.size > 1 || (value !== 'true' && value !== 'false')) {
    throw contractError([{ loc: ['query', NAME], msg: 'must be true or false', type: 'bool_parsing' }]);
  }
  return value === 'true';
}

/** A reload up to the swap: what it would change of the last decisions. Throws ServiceError. */
export async function dryRun(
  { body, gzip, caller, origin }: RouteCall,
  reloader: Reloader,
  { metrics, log, audit }: DryRunPort,
): Promise<Answer> {
  const { before, details, comparison } = await reloader.dryRun({
    body: new Uint8Array(body),
    gzip,
    rulesets: caller.rulesets,
    actor: caller.actor,
  });
  metrics.countReload('dry_run');
  const { count, same, otherReasons, leftOut, json: changes } = comparison;
  const hashes = { ruleset_hash_before: before.ruleset.hash, ruleset_hash_after: details.hash };
  await audit?.record('reload', origin, { accepted: false, dry_run: true, ...hashes });
  log.info({ ...hashes, decisions: count, same, by: caller.actor }, 'dry run of a ruleset');
  const members = writeJson({
    dry_run: true,
    ...hashes,
    rules: details.rules,
    templates: details.templates,
    modules: details.modules,
    warnings: details.warnings,
    decisions: count,
    same,
    other_reasons: otherReasons,
    left_out: leftOut,
  });
  return answer(`${members.slice(0, -1)},"changes":${changes}}`);
}
