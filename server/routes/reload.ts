import { answer } from '../answer.ts';
import { ServiceError } from '../errors.ts';
import { RulesetReloadRequest, RulesetReloadResponse } from './reload.contract.ts';
import type { Route } from './route.ts';

export const reload: Route = {
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
  response: RulesetReloadResponse,
  parameters: [],
  errors: [400, 401, 404, 413, 415, 422, 503],
  async handle({ body, gzip }, { reloader }) {
    if (reloader === null) {
      throw new ServiceError(
        'engine_not_mounted',
        'no engine is mounted: a stock server reads rulesets from its root',
      );
    }
    const { before, after } = await reloader.reload(new Uint8Array(body), gzip);
    return answer(
      JSON.stringify({
        ruleset_hash_before: before.ruleset.hash,
        ruleset_hash_after: after.ruleset.hash,
        loaded_at: after.loadedAt.toISOString(),
        rules: after.details.rules,
        templates: after.details.templates,
        modules: after.details.modules,
        warnings: after.details.warnings,
        attestation_token: null,
      }),
    );
  },
};
