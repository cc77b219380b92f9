/**
 * The compiler on one screen: sources are read, lowered, checked, ordered, planned and emitted. Every phase hands one plain value to
 * the next; problems are collected in the report and end the compilation between phases.
 */
import { checkRuleset } from './check/check-ruleset.ts';
import { createPositions } from './diagnostics/line-column.ts';
import type { Source, Span } from './diagnostics/position.ts';
import { createReport, type Diagnostic } from './diagnostics/report.ts';
import { emitModule } from './emit/typescript/emit-module.ts';
import type { GeneratedModule } from './emit/typescript/code/generated-module.ts';
import { esModuleText, loaderText } from './emit/typescript/print/loader-text.ts';
import { hashLayers } from './read/hash-sources.ts';
import { lowerShort } from './lower/lower.ts';
import { planNetwork } from './order/plan-network.ts';
import type { MatchPlan } from './plan/match-plan.ts';
import { planMatching } from './plan/plan-matching.ts';
import { readLayers, type Layers } from './read/read-layers.ts';
import type { Ruleset } from './ruleset.ts';

export interface CompileOptions {
  /** Warnings are errors. */
  readonly strict?: boolean;
  /** Unknown keys are warnings and ignored; `strict` takes precedence. */
  readonly lenient?: boolean;
  /** Name of the ruleset when no document gives one. */
  readonly name?: string;
  /** Rows of decision tables report each cell; the module for explanations can evaluate each. */
  readonly cells?: boolean;
  /** Layers of the loaded ruleset: what the sources leave out is kept from there. */
  readonly base?: Layers;
}

interface Outcome {
  /** Everything that positions point into: the sources given, and those of the layers below. */
  readonly sources: readonly Source[];
  /** The base of a later compilation that leaves parts of this ruleset out. */
  readonly layers: Layers;
  /** Sorted by position; warnings included. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The sources are wrong: among the diagnostics are errors. */
export interface FailedCheck extends Outcome {
  readonly ok: false;
}

export interface PassedCheck extends Outcome {
  readonly ok: true;
  readonly ruleset: Ruleset;
}

export interface FailedCompilation extends FailedCheck {
  /** `sha256:` and hex over paths and bytes of all sources. */
  readonly hash: string;
}

export interface PassedCompilation extends PassedCheck {
  /** `sha256:` and hex over paths and bytes of all sources. */
  readonly hash: string;
  /** Makes the parts of the matcher. */
  readonly matching: () => MatchPlan;
  /** Writes the matcher module for the loader: the body of a CommonJS function. */
  readonly javascript: () => string;
  /** Writes the module for explanations: the loader's, which also evaluates the conditions of its rules one by one. */
  readonly explained: () => string;
  /** Writes the matcher module for bundlers: an ES module that imports `ferrule/runtime`. */
  readonly module: () => string;
  /** Writes the matcher module for readers. */
  readonly typescript: () => Promise<string>;
}

/** Only what is free of errors has targets. `emitClips` writes the constructs of its ruleset. */
export type Compilation = PassedCompilation | FailedCompilation;

/** The phases that find errors: reading and checking. */
export function checkSources(
  given: readonly Source[],
  options: CompileOptions = {},
): PassedCheck | FailedCheck {
  const report = createReport({ strict: options.strict ?? false, lenient: options.lenient ?? false });
  const { syntax: written, sources, layers } = readLayers(given, options.base ?? [], report);
  const syntax = lowerShort(written, sources, report);
  const ruleset = checkRuleset(syntax, report, {
    name: options.name ?? 'ruleset',
    cells: options.cells ?? false,
  });
  if (ruleset !== null && ruleset.rules.length === 0) {
    report.add('ruleset-without-rules', { file: firstPath(given), start: 0, end: 0 });
  }
  const outcome = { diagnostics: report.sorted(), sources, layers };
  return ruleset === null || report.hasErrors()
    ? { ok: false, ...outcome }
    : { ok: true, ruleset, ...outcome };
}

/** The file that comes first, in the order in which files are read. */
function firstPath(sources: readonly Source[]): string {
  return sources.map(({ path }) => path).sort()[0] ?? '';
}

/** The module for readers. Only they pay for loading ts-morph. */
async function readersText(module: GeneratedModule): Promise<string> {
  const { moduleText } = await import('./emit/typescript/print/module-text.ts');
  return moduleText(module);
}

function makeModule(
  ruleset: Ruleset,
  plan: MatchPlan,
  sources: readonly Source[],
  explained = false,
): GeneratedModule {
  const places = createPositions(sources);
  const position = (at: Span): string => {
    const { line, column } = places.of(at);
    return `${at.file}:${line}:${column}`;
  };
  return emitModule(ruleset, plan, position, explained);
}

/** Makes a value when it is first read. */
function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/**
 * Compiles a ruleset. Never throws for mistakes in the sources. Makes only the requested targets:
 * a reload reads no constructs.
 */
export function compileSources(given: readonly Source[], options: CompileOptions = {}): Compilation {
  const checked = checkSources(given, options);
  const hash = hashLayers(checked.layers);
  if (!checked.ok) return { ...checked, hash };
  const { ruleset, sources } = checked;
  const plan = once(() => planMatching(ruleset, planNetwork(ruleset)));
  const generated = once(() => makeModule(ruleset, plan(), sources));
  return {
    ...checked,
    hash,
    matching: plan,
    javascript: () => loaderText(generated()),
    explained: () => loaderText(makeModule(ruleset, plan(), sources, true)),
    module: () => esModuleText(generated()),
    typescript: () => readersText(generated()),
  };
}
