/** The open ruleset with what explains and tests it, which only some questions need. */
import { loadCompilation, type LoadedRuleset } from '../../authoring/language-service/tasks/work/load.ts';
import { isSource } from '../protocol/file-kinds.ts';
import type { StudioRuleset } from '../protocol/messages.ts';
import type { Decider, OpenRulesets } from './rulesets.ts';

export interface LoadedRulesets extends OpenRulesets {
  /** Throws CompileError. */
  readonly open: (ruleset: StudioRuleset) => LoadedRuleset;
}

export function loadRulesets(open: OpenRulesets): LoadedRulesets {
  let last: { readonly of: Decider; readonly loaded: LoadedRuleset } | null = null;
  return {
    ...open,
    open(ruleset) {
      const decider = open.decider(ruleset);
      if (last?.of !== decider) {
        const given = { name: ruleset.name, sources: ruleset.files.filter(isSource), lenient: false };
        const { compilation, engine, clock } = decider;
        // One clock: a decision of the past is explained at its time.
        const decides = { ruleset: engine.ruleset, clock };
        last = { of: decider, loaded: loadCompilation(compilation, given, open.load, false, decides) };
      }
      return last.loaded;
    },
  };
}
