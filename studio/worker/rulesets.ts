/** The ruleset that the page shows, compiled and loaded once for all questions about one text. */
import { compileSources, type Compilation } from '../../compiler/compile.ts';
import { loadCompilation, type LoadedRuleset } from '../../authoring/language-service/tasks/work/load.ts';
import { CompileError } from '../../library/compile-error.ts';
import type { LoadModule } from '../../library/load-module.ts';
import type { StudioFile, StudioRuleset } from '../protocol/messages.ts';

const SUITE = /\.test\.ya?ml$|(?:^|\/)cases\.json$/i;
const SOURCE = /\.(?:ya?ml|csv)$/i;

export const isSuite = ({ path }: StudioFile): boolean => SUITE.test(path);
export const isSource = (file: StudioFile): boolean => SOURCE.test(file.path) && !isSuite(file);

export interface OpenRulesets {
  readonly compile: (ruleset: StudioRuleset) => Compilation;
  /** Throws CompileError. */
  readonly open: (ruleset: StudioRuleset) => LoadedRuleset;
}

interface Opened {
  readonly key: string;
  readonly compilation: Compilation;
  loaded: LoadedRuleset | null;
}

export function openRulesets(load: LoadModule): OpenRulesets {
  let last: Opened | null = null;
  const find = ({ name, files, base = [] }: StudioRuleset): Opened => {
    const sources = files.filter(isSource);
    const key = JSON.stringify([name, sources, base]);
    if (last?.key !== key) last = { key, compilation: compileSources(sources, { name, base }), loaded: null };
    return last;
  };
  return {
    compile: (ruleset) => find(ruleset).compilation,
    open(ruleset) {
      const opened = find(ruleset);
      const { compilation } = opened;
      if (!compilation.ok) throw new CompileError(compilation.diagnostics, compilation.sources);
      const given = { name: ruleset.name, sources: ruleset.files.filter(isSource), lenient: false };
      return (opened.loaded ??= loadCompilation(compilation, given, load));
    },
  };
}
