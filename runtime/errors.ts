/**
 * Errors of the runtime. Codes are stable and the same that the HTTP service answers (docs/diagnostics.md); messages
 * are for people.
 */
export type RuntimeErrorCode =
  | 'validation_error'
  | 'scope_error'
  | 'evaluation_failed'
  | 'evaluation_limit'
  | 'session_facts_exceeded'
  | 'fleet_unavailable'
  | 'incompatible_module'
  | 'invalid_argument';

/** Base of every error that the runtime throws on purpose. */
export class FerruleError extends Error {
  readonly code: RuntimeErrorCode;
  /** The slot or argument concerned, or null. */
  readonly field: string | null;
  constructor(code: RuntimeErrorCode, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
    this.name = new.target.name;
  }
}

/** Of an argument that makes no sense. */
export function invalidArgument(message: string, field: string | null = null): FerruleError {
  return new FerruleError('invalid_argument', message, field);
}

/** A fact that cannot come in, and which one it is. */
abstract class FactError extends FerruleError {
  #index: number | null = null;
  #template: string | null = null;

  /** Place of the fact in the list it came with, from 0; null: it came alone. */
  get index(): number | null {
    return this.#index;
  }

  /** Template of the fact as it was given; null: no fact was given. */
  get template(): string | null {
    return this.#template;
  }

  /** The slot concerned; null: the fact as a whole. */
  abstract get slot(): string | null;

  /** Answers the error itself. */
  of(index: number | null, template: string): this {
    this.#index = index;
    this.#template = template;
    return this;
  }
}

/** A fact that the validation chain refuses. */
export class ValidationError extends FactError {
  readonly #slot: string | null;

  constructor(message: string, field: string | null = null, slot: string | null = field) {
    super('validation_error', message, field);
    this.#slot = slot;
  }

  get slot(): string | null {
    return this.#slot;
  }
}

const SCOPE_PROBLEMS = {
  fleet: "has scope 'fleet' and is asserted through a fleet engine only",
  host: "is 'from: host': only the host brings its facts",
} as const;

/** A fact that came through a door which is not open to its template. */
export class ScopeError extends FactError {
  /** @param owner through whom its facts come */
  constructor(template: string, owner: 'fleet' | 'host') {
    super('scope_error', `Template '${template}' ${SCOPE_PROBLEMS[owner]}`, template);
  }

  get slot(): null {
    return null;
  }
}

/** Has an error name the fact that it is about. */
export function nameFact(error: unknown, index: number | null, template: string): unknown {
  return error instanceof FactError ? error.of(index, template) : error;
}

/** A rule raised an error: no decision is given and working memory is as before. */
export class EvaluationError extends FerruleError {
  /** `module::rule`, or null when the error was raised outside any rule (matching a fact as it was asserted). */
  rule: string | null = null;
  /** `file:line:column` of the rule in its YAML, or null. */
  position: string | null = null;
  constructor(message: string) {
    super('evaluation_failed', message);
  }
}

/** A limit of the engine (firings, facts, loop steps, recursion depth) was passed; working memory is as before. */
export class LimitError extends FerruleError {
  readonly limit: string;
  constructor(limit: string, message: string) {
    super('evaluation_limit', message);
    this.limit = limit;
  }
}
