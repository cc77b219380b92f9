/**
 * The compiler on one screen: sources are read, checked, planned and emitted. Every phase hands one plain value to
 * the next; problems are collected in the report and end the compilation between phases.
 */
import { checkRuleset } from './check/check-ruleset.ts';
import { createPositions } from './diagnostics/line-column.ts';
import type { Source } from './diagnostics/position.ts';
import { createReport, type Diagnostic } from './diagnostics/report.ts';
import { emitClips } from './emit/clips/emit-clips.ts';
import { emitModule } from './emit/typescript/emit-module.ts';
import type { GeneratedModule } from './emit/typescript/generated-module.ts';
import { loaderText } from './emit/typescript/loader-text.ts';
import { checkFunctions } from './expression/check-functions.ts';
import { hashLayers } from './hash-sources.ts';
import { planNetwork } from './plan/plan-network.ts';
import { readLayers, type Layers } from './read-layers.ts';
import type { Ruleset } from './ruleset.ts';

export interface CompileOptions {
  /** Warnings are errors. */
  readonly strict?: boolean;
  /** Name of the ruleset when no document gives one. */
  readonly name?: string;
  /** Layers of the loaded ruleset: what the sources leave out is kept from there. */
  readonly base?: Layers;
}

export interface Compilation {
  readonly ok: boolean;
  /** Everything that positions point into: the sources given, and those of the layers below. */
  readonly sources: readonly Source[];
  /** The base of a later compilation that leaves parts of this ruleset out. */
  readonly layers: Layers;
  /** Sorted by position; warnings included. */
  readonly diagnostics: readonly Diagnostic[];
  /** Null, and the texts empty, when there are errors. */
  readonly ruleset: Ruleset | null;
  /** `sha256:` and hex over paths and bytes of all sources. */
  readonly hash: string;
  /** Writes the constructs, which load into CLIPS 6.30 and 6.4. */
  readonly clips: () => string;
  /** Writes the matcher module for the loader: the body of a CommonJS function. */
  readonly javascript: () => string;
  /** Writes the matcher module for readers. */
  readonly typescript: () => Promise<string>;
}

type Checked = Pick<Compilation, 'ruleset' | 'diagnostics' | 'sources' | 'layers'>;

/** The phases that find errors: reading and checking. */
export function checkSources(given: readonly Source[], options: CompileOptions = {}): Checked {
  const report = createReport({ strict: options.strict ?? false });
  const { syntax, sources, layers } = readLayers(given, options.base ?? [], report);
  const ruleset = checkRuleset(syntax, report, { name: options.name ?? 'ruleset' });
  return { ruleset: report.hasErrors() ? null : ruleset, diagnostics: report.sorted(), sources, layers };
}

/** The module for readers. Only they pay for loading ts-morph. */
async function readersText(module: GeneratedModule): Promise<string> {
  const { moduleText } = await import('./emit/typescript/module-text.ts');
  return moduleText(module);
}

function makeModule(ruleset: Ruleset, sources: readonly Source[]): GeneratedModule {
  const network = planNetwork(ruleset);
  const signatures = checkFunctions(
    ruleset.functions.filter(({ kind }) => kind !== 'temporal').map(({ definition }) => definition),
    { templates: new Map(ruleset.templates.map((template) => [template.name, template])) },
    createReport(),
  );
  const places = createPositions(sources);
  return emitModule(ruleset, network, signatures, (at) => {
    const { line, column } = places.of(at);
    return `${at.file}:${line}:${column}`;
  });
}

/**
 * Compiles a ruleset. Never throws for what is wrong with the sources. Of the targets only what is asked for is made:
 * a reload reads no constructs.
 */
export function compileSources(given: readonly Source[], options: CompileOptions = {}): Compilation {
  const checked = checkSources(given, options);
  const { ruleset, sources, layers } = checked;
  const hash = hashLayers(layers);
  if (ruleset === null) {
    return {
      ...checked,
      ok: false,
      hash,
      clips: () => '',
      javascript: () => '',
      typescript: () => Promise.resolve(''),
    };
  }
  let made: GeneratedModule | null = null;
  const module = (): GeneratedModule => (made ??= makeModule(ruleset, sources));
  return {
    ...checked,
    ok: true,
    hash,
    clips: () => emitClips(ruleset),
    javascript: () => loaderText(module()),
    typescript: () => readersText(module()),
  };
}
