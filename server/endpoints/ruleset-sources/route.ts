/** Versions of rulesets and their sources, for tokens that may read them. */
import type { Layers } from '../../../compiler/read/read-layers.ts';
import { ServiceError } from '../../../library/errors.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import type { Mounted } from '../../evaluation/main/mounted-engine.ts';
import type { CompilesTexts, Serves } from '../../evaluation/main/ports.ts';
import type { VersionSource } from '../../evaluation/protocol/compile-protocol.ts';
import { answer } from '../../requests/answer.ts';
import type { PastRuleset } from '../../rulesets/reload-keeper.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { Route } from '../route.ts';
import { RULESET_HASH, RulesetsResponse, RulesetSourceResponse } from './contract.ts';

interface MountedVersions {
  readonly engine: { readonly current: Mounted };
  readonly reloader: { readonly past: (hash: string) => Promise<PastRuleset | null> };
}

/** Parts of the service for the sources of rulesets. */
interface SourcesPort extends CompilesTexts {
  readonly serving: Serves<MountedVersions>;
}

const COMMON = {
  method: 'GET',
  access: 'source',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
} as const;

export const listRulesets: Route<SourcesPort> = {
  ...COMMON,
  url: '/v1/rulesets',
  path: '/v1/rulesets',
  summary: 'List versions of rulesets',
  operationId: 'listRulesets',
  response: RulesetsResponse,
  parameters: [],
  errors: [401, 503],
  async handle({ caller, onLeave }, { serving, texts }) {
    const { rulesets, actor } = caller;
    const own = mountedFor(serving, caller);
    const mounted = own === null ? [] : [{ name: own.ruleset.name, hash: own.ruleset.hash, mounted: true }];
    const isStock = serving.kind === 'stock';
    const others = await texts.ask<'versions'>({ kind: 'versions', rulesets, isStock }, { actor, onLeave });
    const rest = others
      .filter(({ name, hash }) => !mounted.some((one) => one.hash === hash && one.name === name))
      .map(({ name, hash }) => ({ name, hash, mounted: false }));
    return answer(JSON.stringify({ rulesets: [...mounted, ...rest] }));
  },
};

export const readRulesetSource: Route<SourcesPort> = {
  ...COMMON,
  url: '/v1/rulesets/:hash/source',
  path: '/v1/rulesets/{hash}/source',
  summary: 'Read the sources of a version of a ruleset',
  operationId: 'readRulesetSource',
  response: RulesetSourceResponse,
  parameters: [{ name: 'hash', in: 'path', description: 'Hash of the version, as sha256: and hex.' }],
  errors: [401, 404, 503],
  async handle({ caller, parameters, onLeave }, { serving, texts }) {
    const hash = parameters['hash'] ?? '';
    if (!RULESET_HASH.test(hash)) throw noVersion();
    const { rulesets, actor } = caller;
    const sought = { kind: 'source', hash, rulesets, isStock: serving.kind === 'stock' } as const;
    const found =
      (await mountedSource(serving, caller, hash)) ?? (await texts.ask<'source'>(sought, { actor, onLeave }));
    if (found === null) throw noVersion();
    return answer(JSON.stringify(sourceBody(hash, found)));
  },
};

/** The mounted ruleset, if it exists for the caller. */
function mountedFor(serving: SourcesPort['serving'], { rulesets }: Caller): Mounted | null {
  if (serving.kind === 'stock') return null;
  const { current } = serving.engine;
  return allowsRuleset(rulesets, current.ruleset.name) ? current : null;
}

/** A version that is or was mounted. */
async function mountedSource(
  serving: SourcesPort['serving'],
  caller: Caller,
  hash: string,
): Promise<VersionSource | null> {
  const current = mountedFor(serving, caller);
  if (current === null || serving.kind === 'stock') return null;
  const { name, base } = current.details;
  if (current.details.hash === hash) return { name, layers: base.layers };
  const past = await serving.reloader.past(hash);
  if (past === null) return null;
  const layers = past.layers.map((layer) => (layer.kind === 'own' ? layer.sources : layer.layer.sources));
  return { name: past.top.name, layers };
}

function sourceBody(hash: string, { name, layers }: VersionSource): object {
  const [files = [], ...base] = layers.map(filesOf);
  return { name, hash, files, ...(base.length === 0 ? {} : { base }) };
}

function filesOf(layer: Layers[number]): object[] {
  return layer.map(({ path, text }) => ({ path, text }));
}

function noVersion(): ServiceError {
  return new ServiceError('ruleset_not_found', 'no such version of a ruleset');
}
