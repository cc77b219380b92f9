/** The ruleset that the page shows, compiled and loaded once for all questions about one text. */
import { loadRuleset, type LoadedRuleset } from '../../authoring/language-service/tasks/work/load.ts';
import type { LoadModule } from '../../library/load-module.ts';
import type { StudioFile, StudioRuleset } from '../protocol/messages.ts';

const SUITE = /\.test\.ya?ml$|(?:^|\/)cases\.json$/i;
const SOURCE = /\.(?:ya?ml|csv)$/i;

export const isSuite = ({ path }: StudioFile): boolean => SUITE.test(path);
export const isSource = (file: StudioFile): boolean => SOURCE.test(file.path) && !isSuite(file);

export interface OpenRulesets {
  /** Throws CompileError. */
  readonly open: (ruleset: StudioRuleset) => LoadedRuleset;
}

export function openRulesets(load: LoadModule): OpenRulesets {
  let last: { readonly key: string; readonly loaded: LoadedRuleset } | null = null;
  return {
    open({ name, files }) {
      const sources = files.filter(isSource);
      const key = JSON.stringify([name, sources]);
      if (last?.key !== key)
        last = { key, loaded: loadRuleset({ name, sources, lenient: false, suites: [] }, load) };
      return last.loaded;
    },
  };
}
