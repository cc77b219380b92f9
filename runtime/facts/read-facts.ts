import type { Limits, TemplateInfo } from '../description.ts';
import type { CompiledRuleset, TemplateOperations } from '../abi.ts';
import type { ScopedFacts } from '../engine/engine-options.ts';
import { invalidArgument, nameFact, ValidationError } from '../engine/errors.ts';
import type { FactData } from './fact-filter.ts';
import type { Matcher } from '../engine/matcher.ts';
import { objectList } from '../matching/object-list.ts';
import { quoted } from '../values/quoted.ts';
import { revealed } from '../engine/reveal.ts';
import { notSlots, unknownTemplate } from './validation.ts';
import type { Fact } from '../values/values.ts';
import { isPlainObject } from '../values/plain-object.ts';

/** A fact on its way in: slot values as JSON has them; validated as docs/reference/long-form.md says. */
export interface FactInput {
  readonly template: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sender of a fact: some templates are not open to all senders. */
export type FactSource = 'caller' | 'fleet' | 'host' | 'document';

/** Sender of a fact of this template in working memory. */
export function sourceOf({ scope, from }: TemplateInfo): FactSource {
  return scope === 'fleet' ? scope : (from ?? 'caller');
}

export const NO_FACTS: readonly FactInput[] = [];

/** The data of a template among some facts. */
export type DataOf<Facts extends FactInput, Name extends string> = Facts extends FactInput
  ? Name extends Facts['template']
    ? Facts['data']
    : never
  : never;

/** A fact as the engine lists it. */
export interface FactOutput {
  readonly template: string;
  readonly data: FactData;
}

/**
 * Brings the facts of requests in. Requests mostly bring the same templates in the same order, so what was found for one
 * serves the next: comparing two names is cheaper than looking one up.
 */
export class FactReader {
  private readonly ruleset: CompiledRuleset;
  private readonly limits: Limits;
  /** The last request, place by place; what is beyond `count` is of longer ones before. */
  private readonly names: string[] = objectList();
  readonly operations: TemplateOperations[] = objectList();
  /** At each place: flags of the templates there and at the places after it. */
  readonly reachableTemplates: number[] = [];
  private count = 0;
  /** How many facts of the last document were new. */
  brought = 0;

  constructor(ruleset: CompiledRuleset, limits: Limits) {
    this.ruleset = ruleset;
    this.limits = limits;
  }

  /** Brings in the facts of a document. Throws as `bring` does. */
  bringDocument(matcher: Matcher, document: unknown): void {
    const { factCount } = matcher;
    this.#readDocument(document, matcher);
    this.brought = matcher.factCount - factCount;
  }

  /** Reads the facts of a document without changing anything. Throws ValidationError or LimitError. */
  readDocument(document: unknown): readonly Fact[] {
    return this.#readDocument(document, null);
  }

  #readDocument(document: unknown, matcher: Matcher | null): readonly Fact[] {
    const { name, input } = this.ruleset;
    if (input === null) {
      throw new ValidationError(`Ruleset ${quoted(name)} takes no input: it has no \`input:\``, 'input');
    }
    try {
      return input.take(input, document, matcher, this.limits);
    } catch (error) {
      throw this.revealed(error);
    }
  }

  /** An error that facts of this ruleset led to, with the value that it is about if that is not sensitive. */
  revealed(error: unknown): unknown {
    return revealed(error, this.ruleset, null);
  }

  /** Reads facts without changing anything. Throws ValidationError or ScopeError for the first that does not pass. */
  read(facts: readonly FactInput[], from: FactSource = 'caller'): Fact[] {
    const read = new Array<Fact>(checkList(facts));
    let i = 0;
    try {
      for (; i < read.length; i++) {
        const input = checkFact(facts[i]);
        read[i] = readFact(this.ruleset, input.template, input.data, from);
      }
    } catch (error) {
      throw nameFact(error, i, String(facts[i]?.template));
    }
    return read;
  }

  /** Reads all that comes in for a scoped evaluation, in its order, without changing anything. Throws as `read` does. */
  readAll({ facts = NO_FACTS, hostFacts = NO_FACTS }: ScopedFacts, document: unknown): void {
    this.read(hostFacts, 'host');
    if (document !== null) this.readDocument(document);
    this.read(facts);
  }

  /** Reads one fact that came alone. Throws as `read` does. */
  readOne(template: string, data: Readonly<Record<string, unknown>>): Fact {
    try {
      return readFact(this.ruleset, template, data);
    } catch (error) {
      throw nameFact(error, null, String(template));
    }
  }

  /** Asserts what comes before the facts of the request: what the host brings, then the facts of its document. */
  bringFirst(matcher: Matcher, { hostFacts = NO_FACTS }: ScopedFacts, document: unknown): void {
    if (document !== null) matcher.reachableTemplates |= this.ruleset.input?.reachableTemplates ?? 0;
    this.#bringHostFacts(matcher, hostFacts);
    if (document !== null) this.#readDocument(document, matcher);
  }

  #bringHostFacts(matcher: Matcher, facts: readonly FactInput[]): void {
    const count = checkList(facts);
    if (count === 0) return;
    const operations = facts.map((fact) => operationsOf(this.ruleset, checkFact(fact).template, 'host'));
    for (const { flag } of operations) matcher.reachableTemplates |= flag;
    for (let i = 0; i < count; i++) {
      const { template, data } = facts[i]!;
      checkData(template, data);
      operations[i]!.bring(matcher, data);
    }
  }

  /**
   * True if these facts have the templates of the last request, in its order: `operations` and `reachableTemplates` are for them.
   * Throws ValidationError for an invalid fact.
   */
  isLikeLast(facts: readonly FactInput[], count: number): boolean {
    if (count !== this.count) return false;
    const { names } = this;
    for (let i = 0; i < count; i++) if (checkFact(facts[i]).template !== names[i]) return false;
    return true;
  }

  /** Finds `operations` and `reachableTemplates` where they are not as for the last request. Throws as `read` does. */
  find(facts: readonly FactInput[], count: number): void {
    // Until all is found, no request is like the last one.
    this.count = -1;
    for (let i = 0; i < count; i++) {
      const { template } = checkFact(facts[i]);
      if (i < this.names.length && this.names[i] === template) continue;
      this.operations[i] = operationsOf(this.ruleset, template, 'caller');
      this.names[i] = template;
    }
    let reachableTemplates = 0;
    for (let i = count - 1; i >= 0; i--)
      this.reachableTemplates[i] = reachableTemplates |= this.operations[i]!.flag;
    this.count = count;
  }
}

function checkFact(input: FactInput | null | undefined): FactInput {
  if (typeof input !== 'object' || input === null) throw unknownTemplate(String(input));
  return input;
}

/** The operations of a fact's template, which must be known and open to who brings the fact. */
function operationsOf(ruleset: CompiledRuleset, template: string, by: FactSource): TemplateOperations {
  const operations = ruleset.templates.get(template);
  if (operations === undefined) throw unknownTemplate(String(template), ruleset.templates.keys());
  operations.guard?.(template, by);
  return operations;
}

/** The length of a list of facts. */
export function checkList(facts: readonly FactInput[]): number {
  if (!Array.isArray(facts)) throw invalidArgument('Facts must be an array', 'facts');
  return facts.length;
}

export function checkData(template: string, data: unknown): void {
  if (typeof data !== 'object' || data === null || !isPlainObject(data)) throw notSlots(template);
}

/**
 * Steps 1 to 7 of the validation chain.
 *
 * @param by who brings the fact, or brought it when it was in working memory before
 * @param before the ruleset of that working memory
 */
export function readFact(
  ruleset: CompiledRuleset,
  template: string,
  data: Readonly<Record<string, unknown>>,
  by: FactSource = 'caller',
  before: CompiledRuleset = ruleset,
): Fact {
  const operations = operationsOf(ruleset, template, by);
  checkData(template, data);
  try {
    return operations.read(data);
  } catch (error) {
    throw revealed(error, ruleset, template, before);
  }
}
