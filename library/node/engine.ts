/** The library: `import { Engine } from 'ferrule'`. */
import type { CompileOptions } from '../../compiler/compile.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { Engine as RuntimeEngine } from '../../runtime/engine.ts';
import type { EngineOptions as RuntimeEngineOptions } from '../../runtime/engine/engine-options.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { given } from '../../runtime/values/given.ts';
import type { ExplainOptions } from '../explain/explain.ts';
import type { Explanation } from '../explain/explanation.ts';
import { compileAndLoad, loadWithCache, type Origin } from './compile-and-load.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { ORIGINS } from './origins.ts';
import { constantsSource, type ConstantValues } from './constants.ts';
import { readRulesetSources, rulesetName } from './sources.ts';
import { readWarmUp, warmUp, type WarmUp, type WarmUpRequests } from './warm-up.ts';

export type {
  HostFunction,
  HostValue,
  Limits,
  ModuleInfo,
  RuleInfo,
  SlotInfo,
  TemplateInfo,
} from '../../runtime/description.ts';
export type { EngineEvent, EngineListener, RuleFired } from '../../runtime/engine/engine-events.ts';
export type {
  EngineDescription,
  EvaluateOptions,
  TemplateDescription,
} from '../../runtime/engine/engine-options.ts';
export {
  EvaluationError,
  FerruleError,
  LimitError,
  ScopeError,
  ValidationError,
} from '../../runtime/engine/errors.ts';
export type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
export type { FactData, FactFilter } from '../../runtime/facts/fact-filter.ts';
export { NumberText } from '../../runtime/values/number-text.ts';
export type { FactInput, FactOutput } from '../../runtime/facts/read-facts.ts';
export type { CompiledRuleset, Source };
export type { ScopedRequest } from './decide-again.ts';
export type { WarmUp, WarmUpRequests };
export type { Explanation } from '../explain/explanation.ts';
export type { ExplainOptions } from '../explain/explain.ts';
export { parseDocument } from '../ordered-json.ts';
export type { ConstantValues };
export { CompileError } from '../compile-error.ts';
export { SourceError } from './sources.ts';

export interface EngineOptions extends RuntimeEngineOptions {
  /** Warnings of the compiler become errors, in reloads too. */
  readonly strict?: boolean;
  /** Unknown keys are warnings, in reloads too; `strict` takes precedence. */
  readonly lenient?: boolean;
  /** Name of the ruleset when its YAML says none; the name of the file or folder when that is known. */
  readonly name?: string;
  /** Root directory for imports, in reloads too (default: parent of the ruleset). */
  readonly root?: string;
  /** Values of constants for this load; a reload that says none keeps them. */
  readonly constants?: ConstantValues;
  /**
   * Keeps the compiled ruleset, so that the next process that loads the same one starts without the compiler: a folder, or
   * true for `ferrule` in the user's folder of caches. Not used in reloads.
   */
  readonly cache?: boolean | string;
  /**
   * False if what others have kept there is not used, only added to: for a process that decides about programs which can
   * write the folder (default: true).
   */
  readonly readsCache?: boolean;
  /**
   * Has the ruleset decide on made-up facts as it is loaded, unseen, so that the first evaluation does not wait for V8; in
   * reloads too. True when left out; false is for a process that evaluates once. Requests like those that will come: it
   * decides on them until V8 has compiled what they run. 'suites': on the cases of the suites beside the rules, as
   * `ferrule test` finds them, when they are loaded from a path. No host function is called.
   */
  readonly warmUp?: WarmUp;
}

/** Result of a reload. Hashes are `sha256:` and hex. */
export interface ReloadResult {
  /** Null when the engine was made from a compiled ruleset whose sources are not known. */
  readonly hashBefore: string | null;
  readonly hashAfter: string;
  /** One line a warning, `file:line:column: …`. */
  readonly warnings: readonly string[];
}

/** Options that are undefined or null are left out: a default decision of null is one. */
function givenOptions(options: EngineOptions): EngineOptions {
  return given(options, ['defaultDecision']);
}

/** The engine with the compiler at hand: rulesets come from YAML and can be reloaded. */
export class Engine<Facts extends FactInput = FactInput> extends RuntimeEngine<Facts> {
  #origin: Origin | null;
  readonly #root: string | null;
  readonly #warmUp: WarmUp;
  readonly #checking: Pick<CompileOptions, 'strict' | 'lenient'>;
  /** Reloads run one at a time, in the order of their requests. */
  #reloading: Promise<unknown> = Promise.resolve();

  constructor(ruleset: CompiledRuleset, asked: EngineOptions = {}, origin: Origin | null = null) {
    const options = givenOptions(asked);
    super(ruleset, options);
    this.#origin = origin;
    this.#root = options.root ?? null;
    this.#warmUp = readWarmUp(options.warmUp);
    if (origin !== null) ORIGINS.set(this, origin);
    this.#checking = { strict: options.strict ?? false, lenient: options.lenient ?? false };
  }

  /** Compiles and loads a file or folder of YAML. Throws SourceError or CompileError. */
  static async fromRules<Facts extends FactInput = FactInput>(
    path: string,
    options: EngineOptions = {},
  ): Promise<Engine<Facts>> {
    const sources = await readRulesetSources(path, path, options?.root ?? null);
    return Engine.#load<Facts>(sources, { name: rulesetName(path), ...givenOptions(options) }, path);
  }

  /** Compiles and loads YAML that is at hand. Throws CompileError. */
  static async fromSources<Facts extends FactInput = FactInput>(
    sources: readonly Source[],
    options: EngineOptions = {},
  ): Promise<Engine<Facts>> {
    return Engine.#load<Facts>(sources, givenOptions(options), null);
  }

  static async #load<Facts extends FactInput>(
    sources: readonly Source[],
    options: EngineOptions,
    path: string | null,
  ): Promise<Engine<Facts>> {
    const { cache = false, readsCache = true, constants } = options;
    const wanted = readWarmUp(options.warmUp);
    const all = constants === undefined ? sources : [...sources, constantsSource(constants)];
    const { ruleset, origin } =
      cache === false
        ? await compileAndLoad(all, options)
        : await loadWithCache(all, options, cache, readsCache);
    await warmUp(ruleset, wanted, path);
    return new Engine<Facts>(ruleset, options, origin);
  }

  /** Starts a ruleset that was compiled before, by the plugin or `ferrule compile`, without the compiler. */
  static fromModule<Facts extends FactInput = FactInput>(
    module: { readonly ruleset: CompiledRuleset },
    options: EngineOptions = {},
  ): Engine<Facts> {
    return new Engine<Facts>(module.ruleset, options);
  }

  /** `sha256:` and hex of the loaded ruleset, or null when it was given compiled. */
  get hash(): string | null {
    return this.#origin?.hash ?? null;
  }

  /** Warnings of the compiler, one line each. */
  get warnings(): readonly string[] {
    return this.#origin?.warnings ?? [];
  }

  /**
   * Replaces the ruleset by a file, a folder or YAML text. Templates, modules, functions, hierarchies, constants,
   * `input` and `default` that it leaves out are kept from the loaded one. Everything is compiled and loaded before the ruleset is swapped; on an
   * error (SourceError, CompileError, or ValidationError for a fact that no longer fits) nothing has changed.
   */
  reloadRules(from: string | { readonly yaml: string }): Promise<ReloadResult> {
    const reload = this.#reloading.then(() => this.#reload(from));
    this.#reloading = reload.catch(() => undefined);
    return reload;
  }

  /**
   * Explains what an evaluation of these facts after those held decides, in a run of its own: why, why each other rule
   * did not fire, and with `flip` what would change the decision. Throws what `evaluate` throws, and FerruleError
   * `invalid_argument` for an engine that was given its ruleset compiled.
   */
  async explain(options: ExplainOptions = {}): Promise<Explanation> {
    if (this.#origin === null) {
      throw new FerruleError('invalid_argument', 'To explain, the engine needs the YAML of its ruleset');
    }
    const { explain } = await import('../explain/explain.ts');
    const asked = await this.#origin.asked();
    return explain(asked, { ...this.surroundings, held: this.facts() }, given(options));
  }

  async #reload(from: string | { readonly yaml: string }): Promise<ReloadResult> {
    const isPath = typeof from === 'string';
    const sources = isPath
      ? await readRulesetSources(from, from, this.#root)
      : [{ path: 'ruleset.yaml', text: from.yaml }];
    const name = isPath ? rulesetName(from) : this.name;
    const { ruleset, origin } = await compileAndLoad(sources, {
      name,
      ...this.#checking,
      base: this.#origin?.layers ?? [],
    });
    await warmUp(ruleset, this.#warmUp, isPath ? from : null);
    const hashBefore = this.hash;
    this.swap(ruleset);
    this.#origin = origin;
    ORIGINS.set(this, origin);
    return { hashBefore, hashAfter: origin.hash, warnings: origin.warnings };
  }
}
