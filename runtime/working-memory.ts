import type { CompiledRuleset, Host } from './contract.ts';
import { assertAll, evaluatePlain, evaluateScoped, retractAll } from './evaluate.ts';
import type { AnyFactMemory } from './fact-memory.ts';
import type { Matcher } from './matcher.ts';
import { FactReader, type FactInput } from './read-facts.ts';
import type { Fact } from './values.ts';

/**
 * The facts that an engine holds, and the matchers that evaluate them. The main matcher is the plain engine with all
 * its history. A scoped evaluation has none: its result depends on the facts held and their order alone. As long as
 * the main matcher is *pristine* (it stands as if the facts had just been asserted in a new engine) it serves scoped
 * evaluations too; afterwards a second matcher does, built from copies of the facts and kept until they change.
 */
export class WorkingMemory {
  readonly #ruleset: CompiledRuleset;
  readonly #host: Host;
  readonly #matcher: Matcher;
  readonly #reader: FactReader;
  #pristine = true;
  #second: Matcher | null = null;

  constructor(ruleset: CompiledRuleset, host: Host) {
    this.#ruleset = ruleset;
    this.#host = host;
    this.#matcher = ruleset.createMatcher(host);
    this.#reader = new FactReader(ruleset);
  }

  /** Reads facts from outside without changing anything. Throws ValidationError or ScopeError. */
  read(facts: readonly FactInput[]): Fact[] {
    return this.#reader.read(facts);
  }

  /** The facts of a template that is registered; hidden facts are in no registered template. */
  of(template: string): AnyFactMemory {
    return this.#matcher.facts.get(template)!;
  }

  /** All facts in order of assertion. */
  list(): Fact[] {
    const facts: Fact[] = [];
    for (const template of this.#ruleset.templates.keys())
      this.of(template).each((fact) => void facts.push(fact));
    return facts.sort((a, b) => a.index - b.index);
  }

  /** Asserts facts from outside, all or none; answers how many are new. */
  assert(facts: readonly Fact[]): number {
    const added = assertAll(this.#matcher, facts);
    if (added > 0) this.#second = null;
    return added;
  }

  /** Retracts facts from outside, all or none, in the order given. */
  retract(facts: readonly Fact[]): void {
    if (facts.length === 0) return;
    retractAll(this.#matcher, facts);
    // Where a match can be blocked, retracting sets others free, and they come later than in a new engine.
    if (this.#ruleset.removable) this.#pristine = false;
    this.#second = null;
  }

  /** The plain evaluation; `result` is called while the matches of its firings are in place. */
  evaluatePlain<T>(result: (matcher: Matcher) => T): T {
    const matcher = this.#matcher;
    const first = matcher.nextIndex;
    const answer = evaluatePlain(matcher, result);
    if (matcher.outcome.count > 0) {
      this.#pristine = false;
      this.#second = null;
    }
    // A tick that came and went has blocked and set free matches, which come later now.
    if (matcher.nextIndex > first && this.#ruleset.removable) this.#pristine = false;
    if (matcher.nextIndex > first) this.#stampDerived(first);
    return answer;
  }

  /** The request-scoped evaluation of the facts held and these after them; changes nothing. */
  evaluateScoped<T>(facts: readonly FactInput[], result: (matcher: Matcher) => T): T {
    const matcher = this.#pristine ? this.#matcher : (this.#second ??= this.#rebuild());
    return evaluateScoped(matcher, this.#reader, facts, result);
  }

  #rebuild(): Matcher {
    const matcher = this.#ruleset.createMatcher(this.#host);
    const copies = this.list().map((fact) => fact.operations.copy(fact));
    assertAll(matcher, copies);
    return matcher;
  }

  /** Facts that rules derived and that stay count, for their time to live, as asserted now. */
  #stampDerived(first: number): void {
    const now = this.#host.now();
    for (const template of this.#ruleset.templates.keys()) {
      const { items, count } = this.of(template);
      for (let i = count - 1; i >= 0 && items[i]!.index >= first; i--) items[i]!.assertedAt = now;
    }
  }
}
