import type { CompiledRuleset, Host } from '../abi.ts';
import type { ScopedFacts } from './engine-options.ts';
import { assertAll, assertHeld, evaluate, retractAll, type Answering } from './evaluate.ts';
import type { AnyFactMemory } from '../facts/fact-memory.ts';
import { makeDecisionId } from './decision-id.ts';
import type { EvaluationResult } from './evaluation-result.ts';
import type { FiringLog } from './firing.ts';
import type { Matcher } from './matcher.ts';
import { FactReader, type FactInput, type FactSource } from '../facts/read-facts.ts';
import type { UpgradeMatcher } from './upgrade-matcher.ts';
import type { Fact } from '../values/values.ts';

/** The result is not returned. */
const UNANSWERED = {
  otherwise: { action: null, reason: null },
  identification: { makeId: makeDecisionId, now: Date.now },
} as const;

const NO_TEMPLATES: readonly string[] = [];

/** Templates of which only the document has facts. */
function documentTemplates({ templates }: CompiledRuleset): readonly string[] {
  const names = [...templates.values()].flatMap(({ info }) => (info.from === 'document' ? [info.name] : []));
  return names.length === 0 ? NO_TEMPLATES : names;
}

/**
 * The facts that an engine holds, and the matchers that evaluate them. The main matcher is the plain engine with all
 * its history. A scoped evaluation has none: its result depends on the facts held and their order alone. As long as
 * the main matcher is *pristine* (as if the facts had just been asserted in a new engine) it serves scoped
 * evaluations too; afterwards a second matcher does, built from copies of the facts and kept until they change.
 */
export class WorkingMemory {
  private readonly ruleset: CompiledRuleset;
  private readonly host: Host;
  private matcher: Matcher;
  /** `null` if the main matcher keeps everything that the order of later matches depends on. */
  private upgradeMatcher: UpgradeMatcher | null;
  private readonly reader: FactReader;
  private pristine = true;
  private second: Matcher | null = null;
  /** Templates of which only the document has facts. */
  private readonly documentTemplates: readonly string[];
  private lastDropped = 0;

  constructor(ruleset: CompiledRuleset, host: Host) {
    this.ruleset = ruleset;
    this.host = host;
    this.matcher = ruleset.createMatcher(host);
    this.upgradeMatcher = ruleset.upgradeMatcher;
    this.reader = new FactReader(ruleset, host.limits);
    this.documentTemplates = documentTemplates(ruleset);
  }

  /** Reads facts from outside without changing anything. Throws ValidationError or ScopeError. */
  read(facts: readonly FactInput[], by: FactSource): Fact[] {
    return this.reader.read(facts, by);
  }

  /** The facts of a document, not asserted. Throws as `read` does. */
  readDocument(document: unknown): readonly Fact[] {
    return this.reader.readDocument(document);
  }

  /** The same for a fact that came alone. */
  readOne(template: string, data: Readonly<Record<string, unknown>>): Fact {
    return this.reader.readOne(template, data);
  }

  /** The facts of a template that is registered; hidden facts are in no registered template. */
  of(template: string): AnyFactMemory {
    return this.matcher.facts.get(template)!;
  }

  /** All facts in order of assertion. */
  list(): Fact[] {
    const facts: Fact[] = [];
    for (const template of this.ruleset.templates.keys())
      this.of(template).each((fact) => void facts.push(fact));
    return facts.sort((a, b) => a.index - b.index);
  }

  /** Asserts facts from outside, all or none; returns the number of new ones. */
  assert(facts: readonly Fact[]): number {
    const added = this.#revealing(() => assertAll(this.matcher, facts));
    if (added > 0) this.second = null;
    return added;
  }

  /** Retracts facts from outside, all or none, in the order given. */
  retract(facts: readonly Fact[]): void {
    if (facts.length === 0) return;
    const moved = this.#settleDown();
    this.#revealing(() =>
      retractAll(this.matcher, moved === null ? facts : facts.map((fact) => moved.get(fact)!)),
    );
    // Where a match can be blocked, retracting sets others free, and they come later than in a new engine.
    if (this.ruleset.removable) this.pristine = false;
    this.second = null;
  }

  /** How many facts of the last document of a plain evaluation were new. */
  get brought(): number {
    return this.reader.brought;
  }

  /** How many facts of the document before the last plain evaluation dropped. */
  get dropped(): number {
    return this.lastDropped;
  }

  /**
   * The plain evaluation. What only a document brings belongs to one evaluation: facts of an earlier document go first,
   * then those of this one come in, unless it is null.
   */
  evaluatePlain(document: unknown, log: FiringLog | null, answering: Answering): EvaluationResult {
    this.#settleDown();
    const matcher = this.matcher;
    const first = matcher.nextIndex;
    const dropped = this.#ofDocument();
    const answer = evaluate(matcher, this.reader, null, document, log, answering, dropped);
    this.lastDropped = dropped.length;
    if (dropped.length > 0) {
      this.second = null;
      if (this.ruleset.removable) this.pristine = false;
    }
    if (matcher.outcome.count > 0) this.pristine = false;
    if (matcher.outcome.count > 0 || document !== null) this.second = null;
    // A tick that came and went has blocked and set free matches, which come later now.
    if (matcher.nextIndex > first && this.ruleset.removable) this.pristine = false;
    if (matcher.nextIndex > first) this.#stampDerived(first);
    return answer;
  }

  /** The request-scoped evaluation of the facts held and these after them; changes nothing. */
  evaluateScoped(
    facts: ScopedFacts,
    document: unknown,
    log: FiringLog | null,
    answering: Answering,
  ): EvaluationResult {
    const matcher = this.pristine ? this.matcher : (this.second ??= this.#rebuild());
    if (log !== null) log.first = matcher.nextIndex;
    return evaluate(matcher, this.reader, facts, document, log, answering);
  }

  /** The same for a reader of the matcher while the matches of its firings exist: returns the result of `read`. */
  readScoped<T>(
    facts: ScopedFacts,
    document: unknown,
    log: FiringLog | null,
    read: (matcher: Matcher) => T,
  ): T {
    let answer: T | undefined;
    const conclude = (_: EvaluationResult, matcher: Matcher): void => void (answer = read(matcher));
    this.evaluateScoped(facts, document, log, { ...UNANSWERED, conclude });
    return answer as T;
  }

  /** The facts held that only a document brought. */
  #ofDocument(): readonly Fact[] {
    const facts: Fact[] = [];
    for (const template of this.documentTemplates) this.of(template).each((fact) => void facts.push(fact));
    return facts;
  }

  /**
   * Gives the main matcher a history. Returns the new facts by the old ones; null if nothing had to be done.
   */
  #settleDown(): ReadonlyMap<Fact, Fact> | null {
    const upgradeMatcher = this.upgradeMatcher;
    if (upgradeMatcher === null) return null;
    const old = this.matcher;
    const { matcher, moved } = upgradeMatcher(this.ruleset, this.host, old, this.list());
    this.matcher = matcher;
    this.upgradeMatcher = null;
    // The existing one is in the state of a new engine: it continues to serve scoped evaluations.
    if (this.pristine) this.second = old;
    this.pristine = false;
    return moved;
  }

  #rebuild(): Matcher {
    const matcher = this.ruleset.createMatcher(this.host);
    const copies = this.list().map((fact) => fact.operations.copy(fact));
    assertHeld(matcher, copies);
    return matcher;
  }

  #revealing<T>(operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      throw this.reader.revealed(error);
    }
  }

  /** Facts that rules derived and that stay count, for their time to live, as asserted now. */
  #stampDerived(first: number): void {
    const now = this.host.now();
    for (const template of this.ruleset.templates.keys()) {
      const { items, count } = this.of(template);
      for (let i = count - 1; i >= 0 && items[i]!.index >= first; i--) items[i]!.assertedAt = now;
    }
  }
}
