import type { CompiledRuleset } from '../abi.ts';
import { isHiddenTemplate } from '../values/hidden-template.ts';
import type { EngineDescription } from './engine-options.ts';

/** The constructs of a ruleset that people write, with the times to live of its templates. */
export function describe(
  { templates, rules, modules }: Pick<CompiledRuleset, 'templates' | 'rules' | 'modules'>,
  ttl: ReadonlyMap<string, number>,
): EngineDescription {
  const sent = [...templates.values()].flatMap(({ info }) =>
    isHiddenTemplate(info) ? [] : [{ ...info, ttl: ttl.get(info.name) ?? null }],
  );
  return { templates: sent, rules, modules };
}
