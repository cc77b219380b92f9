/**
 * The compiler on one screen: sources are read, checked, planned and emitted. Every phase hands one plain value to
 * the next; problems are collected in the report and end the compilation between phases.
 */
import { toCommonJs } from './bundle/strip-types.ts';
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
  /** Also writes the TypeScript module, laid out for readers. */
  readonly typescript?: boolean;
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
  /** Constructs that load into CLIPS 6.30 and 6.4. */
  readonly clips: string;
  /** Empty unless asked for. */
  readonly typescript: string;
  /** The body of a CommonJS function, for the loader. */
  readonly javascript: string;
  /** `sha256:` and hex over paths and bytes of all sources. */
  readonly hash: string;
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

/** Compiles a ruleset to both targets. Never throws for what is wrong with the sources. */
export async function compileSources(
  given: readonly Source[],
  options: CompileOptions = {},
): Promise<Compilation> {
  const { ruleset, diagnostics, sources, layers } = checkSources(given, options);
  const hash = hashLayers(layers);
  if (ruleset === null) {
    return {
      ok: false,
      sources,
      layers,
      diagnostics,
      ruleset,
      clips: '',
      typescript: '',
      javascript: '',
      hash,
    };
  }
  const network = planNetwork(ruleset);
  const signatures = checkFunctions(
    ruleset.functions.filter(({ kind }) => kind !== 'temporal').map(({ definition }) => definition),
    { templates: new Map(ruleset.templates.map((template) => [template.name, template])) },
    createReport(),
  );
  const places = createPositions(sources);
  const module = emitModule(ruleset, network, signatures, (at) => {
    const { line, column } = places.of(at);
    return `${at.file}:${line}:${column}`;
  });
  return {
    ok: true,
    sources,
    layers,
    diagnostics,
    ruleset,
    clips: emitClips(ruleset),
    typescript: options.typescript === true ? await readersText(module) : '',
    javascript: await toCommonJs(loaderText(module)),
    hash,
  };
}
