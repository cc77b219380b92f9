import { applyBudgets, budgetCheck, type BudgetCheck } from './engine/budget-uses.ts';
import { checkAbi } from './engine/check-abi.ts';
import type { DefaultInfo, HostFunction } from './description.ts';
import type { CompiledRuleset, Host, TemplateOperations } from './abi.ts';
import { createIdMaker, makeDecisionId } from './engine/decision-id.ts';
import { describe } from './engine/describe.ts';
import { Listeners, type EngineListener, type RuleFired } from './engine/engine-events.ts';
import {
  checkInclude,
  checkUnscoped,
  readLimits,
  type EngineDescription,
  type EngineOptions,
  type EvaluateOptions,
} from './engine/engine-options.ts';
import { invalidArgument } from './engine/errors.ts';
import type { Answering } from './engine/evaluate.ts';
import { FiringLog, writeFact } from './engine/firing.ts';
import { addIncluded, firedRules, type EvaluationResult, type Included } from './engine/evaluation-result.ts';
import { passes, readFilter, type FactData, type FactFilter } from './facts/fact-filter.ts';
import { given } from './values/given.ts';
import { addHostFunction } from './engine/host-functions.ts';
import type { Matcher } from './engine/matcher.ts';
import {
  readFact,
  sourceOf,
  type DataOf,
  type FactInput,
  type FactOutput,
  type FactSource,
} from './facts/read-facts.ts';
import { microsecondsSince, readClock } from './engine/stopwatch.ts';
import { unknownTemplate } from './facts/validation.ts';
import type { Fact } from './values/values.ts';
import { WorkingMemory } from './engine/working-memory.ts';

export type { EngineDescription, EngineOptions, EvaluateOptions } from './engine/engine-options.ts';

const PLAIN = { scoped: false } as const;
const NOTHING: readonly never[] = [];
const DENY: DefaultInfo = { action: 'deny', reason: null };
const MILLISECONDS = 1000;

/**
 * One compiled ruleset with its working memory. Every operation either succeeds completely or throws a FerruleError and
 * changes nothing. `Facts` are the facts that it takes, as `ferrule types` writes them; any when left out.
 */
export class Engine<Facts extends FactInput = FactInput> {
  #ruleset: CompiledRuleset;
  #memory: WorkingMemory;
  readonly #host: Host;
  readonly #functions = new Map<string, HostFunction>();
  readonly #ttl = new Map<string, number>();
  readonly #listeners: Listeners;
  readonly #givenDefault: DefaultInfo | null;
  /** The two ways to build a result: without the firings, and with them. */
  #answering: Answering;
  #concluding: Answering;
  readonly #attest: ((result: EvaluationResult) => string | null) | null;
  /** An operation is under way: a host function or the clock must not start another one inside it. */
  #busy = false;
  /** The clock when the evaluation began, of one that is attested. */
  #startedSeconds = 0;
  #startedNanoseconds = 0;
  #fired: readonly RuleFired[] = [];
  #include: readonly Included[] = NOTHING;
  /** The uses of the evaluation under way; null if the ruleset has no budgets. */
  #budgets: BudgetCheck | null = null;
  /** Made once, so that an evaluation makes no function. */
  readonly #conclude = (result: EvaluationResult, matcher: Matcher): void => {
    const { log, winner } = matcher.outcome;
    if (this.#budgets !== null && log !== null) applyBudgets(result, matcher, log, this.#budgets);
    if (this.#attest !== null && winner?.attestation) {
      result.durationUs = microsecondsSince(this.#startedSeconds, this.#startedNanoseconds);
      result.attestationToken = this.#attest(result);
    }
    if (log === null) return;
    addIncluded(result, matcher, log, this.#include);
    if (this.#listeners.any) this.#fired = firedRules(matcher, log);
  };

  /** Throws FerruleError for a module of another ABI and for options that make no sense. */
  constructor(ruleset: CompiledRuleset, asked: EngineOptions = {}) {
    checkAbi(ruleset);
    const options: EngineOptions = given(asked, ['defaultDecision']);
    this.#ruleset = ruleset;
    this.#listeners = new Listeners(options.onListenerError ?? (() => {}));
    const { defaultDecision: action } = options;
    this.#givenDefault = action === undefined ? null : { action, reason: null };
    this.#attest = options.attest ?? null;
    const now = options.now ?? Date.now;
    const { random } = options;
    const makeId = random === undefined ? makeDecisionId : createIdMaker(random);
    this.#answering = {
      otherwise: this.#defaultOf(ruleset),
      identification: { makeId, now },
      conclude: null,
    };
    this.#concluding = { ...this.#answering, conclude: this.#conclude };
    this.#host = {
      now,
      functions: this.#functions,
      limits: readLimits(options.limits ?? {}),
    };
    for (const [name, implementation] of Object.entries(options.functions ?? {})) {
      this.registerFunction(name, implementation);
    }
    this.#memory = new WorkingMemory(ruleset, this.#host);
  }

  get ruleset(): CompiledRuleset {
    return this.#ruleset;
  }
  /** The parts that a separate run shares with this engine. */
  protected get surroundings(): { readonly host: Host; readonly otherwise: DefaultInfo } {
    return { host: this.#host, otherwise: this.#answering.otherwise };
  }

  #defaultOf(ruleset: CompiledRuleset): DefaultInfo {
    return this.#givenDefault ?? ruleset.default ?? DENY;
  }

  get name(): string {
    return this.#ruleset.name;
  }

  /** The facts that `input:` makes of a document. Nothing is asserted. Throws ValidationError or LimitError. */
  readDocument(document: unknown): FactOutput[] {
    const facts = this.#memory.readDocument(document);
    return facts.map(writeFact);
  }

  /**
   * Returns what `make` returns for each fact in working memory, in order of assertion. It is kept with the fact: called again
   * with the same `kept`, it is made for those that are new.
   */
  mapFacts<T>(kept: WeakMap<object, T>, make: (fact: FactOutput) => T): T[] {
    return this.#memory.list().map((fact) => {
      let made = kept.get(fact);
      if (made === undefined) {
        made = make(writeFact(fact));
        kept.set(fact, made);
      }
      return made;
    });
  }

  /** Number of facts in working memory. */
  get size(): number {
    let size = 0;
    for (const template of this.#ruleset.templates.keys()) size += this.#memory.of(template).size;
    return size;
  }

  /**
   * Asserts one fact. Returns false if an equal fact exists: that one stays as it is, the time of its assertion
   * included. Throws ValidationError or ScopeError.
   */
  assertFact<Name extends Facts['template']>(template: Name, data: DataOf<Facts, Name>): boolean {
    this.#checkIdle();
    return this.#assert([this.#memory.readOne(template, data)]) === 1;
  }

  /** Asserts facts in order, all or none: every one is validated before the first is asserted. Returns the number of new facts. */
  assertFacts(facts: readonly Facts[]): number {
    return this.#assert(this.#read(facts));
  }

  /** The same for what only the host brings: facts of templates that are `from: host`, or of any other. */
  assertHostFacts(facts: readonly FactInput[]): number {
    return this.#assert(this.#read(facts, 'host'));
  }

  #read(facts: readonly FactInput[], by: FactSource = 'caller'): Fact[] {
    this.#checkIdle();
    return this.#memory.read(facts, by);
  }

  /**
   * Asserts facts of fleet templates, which `assertFacts` refuses: for the fleet engine alone, that shares them with the
   * others. Returns the number of new facts.
   */
  assertShared(facts: readonly FactInput[]): number {
    this.#checkIdle();
    const read = facts.map(({ template, data }) => readFact(this.#ruleset, template, data, 'fleet'));
    return this.#assert(read);
  }

  /** The facts of a template that pass the filter, in order of assertion. Throws ValidationError for an unknown template. */
  query(template: string, filter?: FactFilter): FactData[] {
    const operations = this.#operations(template);
    const entries = readFilter(filter, operations);
    const found: FactData[] = [];
    this.#memory.of(template).each((fact) => {
      const data = operations.write(fact);
      if (entries === null || passes(data, entries)) found.push(data);
    });
    return found;
  }

  /** How many facts `query` would answer. */
  count(template: string, filter?: FactFilter): number {
    if (readFilter(filter, this.#operations(template)) === null) return this.#memory.of(template).size;
    return this.query(template, filter).length;
  }

  /** Retracts the facts that `query` returns; returns their number. */
  retract(template: string, filter?: FactFilter): number {
    const operations = this.#operations(template);
    const entries = readFilter(filter, operations);
    const facts = this.#memory.of(template).list();
    return this.#retract(
      entries === null ? facts : facts.filter((fact) => passes(operations.write(fact), entries)),
    );
  }

  /** Retracts every fact; returns their number. Unlike `reset`, fired activations stay fired. */
  clearFacts(): number {
    return this.#retract(this.#memory.list());
  }

  /** All facts in order of assertion. */
  facts(): FactOutput[] {
    return this.#memory.list().map(writeFact);
  }

  /**
   * Sets the time to live of a template's facts, in seconds from their assertion; null: they live on. Facts go when
   * `cleanupExpired` is called, never by themselves.
   */
  setTtl(template: string, seconds: number | null): void {
    this.#operations(template);
    if (seconds === null) {
      this.#ttl.delete(template);
      return;
    }
    if (typeof seconds !== 'number' || !(seconds >= 0)) {
      throw invalidArgument('A time to live must be a number of seconds, 0 or more', 'seconds');
    }
    this.#ttl.set(template, seconds);
  }

  /** Retracts the facts whose time to live has passed by the engine's clock; returns their number. */
  cleanupExpired(): number {
    const now = this.#host.now();
    const expired: Fact[] = [];
    for (const [template, seconds] of this.#ttl) {
      this.#memory.of(template).each((fact) => {
        if (fact.assertedAt + seconds * MILLISECONDS < now) expired.push(fact);
      });
    }
    return this.#retract(expired.sort((a, b) => a.index - b.index));
  }

  /**
   * Evaluates. Plain: fires until nothing is left to fire; the facts of `input` and derived ones stay, and what fired
   * does not fire again. Facts of templates `from: document` stay until the next plain evaluation.
   * Scoped: the given facts come in after the existing ones, those of `hostFacts` first, everything fires from a fresh agenda, and then they
   * and all that followed from them are gone; the result depends on the ruleset, the facts and the clock alone.
   *
   * Throws ValidationError or ScopeError (facts, input), EvaluationError (a rule raised an error), LimitError.
   */
  evaluate(options: EvaluateOptions<Facts> = PLAIN): EvaluationResult {
    this.#checkIdle();
    const started = readClock();
    const seconds = started[0];
    const nanoseconds = started[1] | 0;
    const scoped = options.scoped === true;
    if (!scoped) checkUnscoped(options);
    const { input: document = null, include } = options;
    this.#budgets = budgetCheck(this.#ruleset.budgets, options);
    const isLogged = include !== undefined || this.#listeners.any || this.#budgets !== null;
    const log = isLogged ? this.#logFor(include ?? NOTHING) : null;
    const answering = log === null && this.#attest === null ? this.#answering : this.#concluding;
    if (answering === this.#concluding) {
      this.#startedSeconds = seconds;
      this.#startedNanoseconds = nanoseconds;
    }
    this.#busy = true;
    let result: EvaluationResult;
    try {
      result = scoped
        ? this.#memory.evaluateScoped(options, document, log, answering)
        : this.#memory.evaluatePlain(document, log, answering);
    } finally {
      this.#busy = false;
    }
    // A token was made for the duration that it holds.
    if (result.attestationToken === null) result.durationUs = microsecondsSince(seconds, nanoseconds);
    if (this.#listeners.any) this.#tellEvaluated(scoped, document, result);
    return result;
  }

  /** Log of the firings of an evaluation; null if they are not requested. */
  #logFor(include: readonly Included[]): FiringLog | null {
    checkInclude(include);
    this.#include = include;
    return include.length > 0 || this.#listeners.any || this.#budgets !== null ? new FiringLog() : null;
  }

  #tellEvaluated(scoped: boolean, document: unknown, result: EvaluationResult): void {
    if (!scoped) this.#tell('retracted', this.#memory.dropped);
    if (!scoped && document !== null) this.#tell('asserted', this.#memory.brought);
    for (const fired of this.#fired) this.#listeners.emit(fired);
    this.#listeners.emit({ kind: 'evaluated', scoped, result });
  }

  /** Back to the state after loading: no facts, nothing has fired. Times to live and functions stay. */
  reset(): void {
    this.#checkIdle();
    const count = this.size;
    this.#memory = new WorkingMemory(this.#ruleset, this.#host);
    this.#tell('retracted', count);
  }

  /**
   * Provides a function that rules call by its name, which must start with `service-`. What it throws fails the
   * evaluation. It must not use the engine that calls it.
   */
  registerFunction(name: string, implementation: HostFunction): void {
    addHostFunction(this.#functions, name, implementation);
  }

  /** Calls `listener` after every change of this engine, until the returned function is called. */
  subscribe(listener: EngineListener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Takes another ruleset. Facts are carried over, validated by its templates, and everything may fire again. Throws
   * ValidationError (or ScopeError) when a fact does not fit; then the old ruleset stays, untouched.
   */
  swap(ruleset: CompiledRuleset): void {
    this.#checkIdle();
    checkAbi(ruleset);
    const memory = new WorkingMemory(ruleset, this.#host);
    const carried = this.#memory.list().map((old) => {
      const by = sourceOf(old.operations.info);
      const read = readFact(ruleset, old.template, writeFact(old).data, by, this.#ruleset);
      read.assertedAt = old.assertedAt;
      return read;
    });
    this.#exclusively(() => memory.assert(carried));
    this.#memory = memory;
    this.#ruleset = ruleset;
    this.#answering = { ...this.#answering, otherwise: this.#defaultOf(ruleset) };
    this.#concluding = { ...this.#answering, conclude: this.#conclude };
    for (const template of [...this.#ttl.keys()])
      if (!ruleset.templates.has(template)) this.#ttl.delete(template);
    if (this.#listeners.any) this.#listeners.emit({ kind: 'reloaded', ruleset: ruleset.name });
  }

  /** The constructs of the ruleset. */
  describe(): EngineDescription {
    return describe(this.#ruleset, this.#ttl);
  }

  #assert(read: readonly Fact[]): number {
    if (read.length === 0) return 0;
    const now = this.#host.now();
    for (const fact of read) fact.assertedAt = now;
    const count = this.#exclusively(() => this.#memory.assert(read));
    this.#tell('asserted', count);
    return count;
  }

  #operations(template: string): TemplateOperations {
    const operations = this.#ruleset.templates.get(template);
    if (operations === undefined) throw unknownTemplate(String(template), this.#ruleset.templates.keys());
    return operations;
  }

  #retract(facts: readonly Fact[]): number {
    this.#checkIdle();
    this.#exclusively(() => this.#memory.retract(facts));
    this.#tell('retracted', facts.length);
    return facts.length;
  }

  #tell(kind: 'asserted' | 'retracted', count: number): void {
    if (count > 0 && this.#listeners.any) this.#listeners.emit({ kind, count });
  }

  #checkIdle(): void {
    if (this.#busy) {
      throw invalidArgument('The engine is evaluating: a host function must not use it');
    }
  }

  #exclusively<T>(operation: () => T): T {
    this.#busy = true;
    try {
      return operation();
    } finally {
      this.#busy = false;
    }
  }
}
