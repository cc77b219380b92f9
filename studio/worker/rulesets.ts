/** The ruleset that the page shows, compiled and loaded once for all decisions on one text. */
import { compileSources, type Compilation, type PassedCompilation } from '../../compiler/compile.ts';
import { CompileError } from '../../library/compile-error.ts';
import type { LoadModule } from '../../library/load-module.ts';
import { Engine } from '../../runtime/engine.ts';
import { isSource } from '../protocol/file-kinds.ts';
import type { StudioRuleset } from '../protocol/messages.ts';

/** A ruleset that decides. */
export interface Decider {
  readonly compilation: PassedCompilation;
  readonly engine: Engine;
  /** The time of decisions, in milliseconds of Unix time. */
  readonly clock: { now: number };
}

export interface OpenRulesets {
  readonly load: LoadModule;
  readonly compile: (ruleset: StudioRuleset) => Compilation;
  /** Throws CompileError. */
  readonly decider: (ruleset: StudioRuleset) => Decider;
}

interface Opened {
  readonly key: string;
  readonly compilation: Compilation;
  decider: Decider | null;
}

export function openRulesets(load: LoadModule): OpenRulesets {
  let last: Opened | null = null;
  const find = ({ name, files, base = [] }: StudioRuleset): Opened => {
    const sources = files.filter(isSource);
    const key = JSON.stringify([name, sources, base]);
    if (last?.key !== key)
      last = { key, compilation: compileSources(sources, { name, base }), decider: null };
    return last;
  };
  return {
    load,
    compile: (ruleset) => find(ruleset).compilation,
    decider(ruleset) {
      const opened = find(ruleset);
      const { compilation } = opened;
      if (!compilation.ok) throw new CompileError(compilation.diagnostics, compilation.sources);
      return (opened.decider ??= openDecider(compilation, ruleset.name, load));
    },
  };
}

function openDecider(compilation: PassedCompilation, name: string, load: LoadModule): Decider {
  const clock = { now: Date.now() };
  const engine = new Engine(load(compilation.javascript(), name).ruleset, { now: () => clock.now });
  return { compilation, engine, clock };
}
