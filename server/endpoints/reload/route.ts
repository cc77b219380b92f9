import * as z from 'zod';
import type { TokenMaker } from '../../../evidence/token.ts';
import { makeDecisionId } from '../../../runtime/engine/decision-id.ts';
import { answer } from '../../requests/answer.ts';
import { ServiceError } from '../../../library/errors.ts';
import { RulesetDryRunResponse, RulesetReloadRequest, RulesetReloadResponse } from './contract.ts';
import { dryRun, readDryRun, type DryRunPort } from './dry-run.ts';
import type { Reloader } from '../../rulesets/reloader.ts';
import type { LoadedDetails } from '../../metrics/load-log.ts';
import type { Serves } from '../../evaluation/main/ports.ts';
import type { Route } from '../route.ts';

/** Parts of the service for a reload. */
export interface ReloadPort extends DryRunPort {
  readonly serving: Serves<{ readonly reloader: Reloader }>;
  readonly loads: { readonly loaded: (details: LoadedDetails, ms: number, by: string | null) => void };
  /** Makes the tokens of reloads; null without a key. */
  readonly keys: { readonly attester: TokenMaker | null };
}

export const reload: Route<ReloadPort> = {
  method: 'POST',
  url: '/v1/rules/reload',
  path: '/v1/rules/reload',
  summary: 'Swap the loaded ruleset',
  operationId: 'reload',
  access: 'admin',
  envelope: 'validation',
  body: 'json',
  cap: 'reload',
  request: RulesetReloadRequest,
  response: z.union([RulesetReloadResponse, RulesetDryRunResponse]),
  parameters: [
    {
      name: 'dry_run',
      in: 'query',
      description: '`true`: report how the last decisions would change, without a reload.',
    },
  ],
  errors: [400, 401, 404, 409, 413, 415, 422, 503],
  async handle(call, services) {
    const { body, gzip, caller, origin, query } = call;
    const { serving, metrics, loads, audit, keys } = services;
    const isDry = readDryRun(query);
    if (serving.kind === 'stock') {
      throw new ServiceError(
        'engine_not_mounted',
        'no engine is mounted: a stock server reads rulesets from its root',
      );
    }
    if (isDry) return dryRun(call, serving.reloader, services);
    const started = performance.now();
    const { before, after } = await serving.reloader
      .reload({ body: new Uint8Array(body), gzip, rulesets: caller.rulesets, actor: caller.actor, origin })
      .catch(async (error: unknown) => {
        metrics.countReload('refused');
        if (error instanceof ServiceError) {
          const refused = { code: error.code, detail: error.message };
          await audit?.record('reload', origin, { accepted: false, error: refused });
        }
        throw error;
      });
    metrics.countReload('success');
    loads.loaded(after.details, performance.now() - started, caller.actor);
    const issued = Date.now();
    const hashes = { ruleset_hash_before: before.ruleset.hash, ruleset_hash_after: after.ruleset.hash };
    const id = makeDecisionId(issued);
    await audit?.record('reload', origin, { accepted: true, reload_id: id, ...hashes });
    const evidence = {
      id,
      hashBefore: before.ruleset.hash,
      hashAfter: after.ruleset.hash,
      actor: caller.actor,
    };
    return answer(
      JSON.stringify({
        ...hashes,
        loaded_at: after.loadedAt.toISOString(),
        rules: after.details.rules,
        templates: after.details.templates,
        modules: after.details.modules,
        warnings: after.details.warnings,
        attestation_token: keys.attester?.reload(evidence, issued) ?? null,
      }),
    );
  },
};
